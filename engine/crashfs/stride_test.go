//go:build !js

package crashfs_test

// stride is how far one cut is from the next: natively every byte is one.
const stride = 1
