//go:build js

package crashfs_test

// stride leaves cuts out in Node, where a run takes many times as long: the engine is the same,
// and natively it is run at every byte.
const stride = 7
