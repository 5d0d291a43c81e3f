//go:build !endless

package api

const endless = false
