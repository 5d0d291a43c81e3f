// Package demo holds the three demos and the one shape of a run.
package demo
