//go:build race || js

package crashfs_test

// stride leaves cuts out where a run takes many times as long: the engine is the same, and its
// code is run natively at every byte.
const stride = 7
