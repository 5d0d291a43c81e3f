//go:build js

package bridge

import (
	"math"
	"strconv"
	"syscall/js"
)

// maxSafe is the largest integer n for which n and n+1 are both exact in a float64:
// JavaScript's Number.MAX_SAFE_INTEGER.
const maxSafe = 1<<53 - 1

// Option is one property of an options object, with its value as text.
type Option struct{ Name, Text string }

// Options reads an options object: strings as they are, booleans as "true" or "false",
// BigInts and whole numbers in decimal. A property that is undefined counts as absent, and
// so does the whole object when it is undefined or null.
//
// Errors: *Error with the property as Field for a number that is not a safe integer (its
// digits may not be what the caller wrote) and for a value of any other type; *Error without
// Field when v is no object.
func Options(v js.Value) ([]Option, error) {
	kind, big := typeOf(v)
	if !big && (kind == js.TypeUndefined || kind == js.TypeNull) {
		return nil, nil
	}
	if big || kind != js.TypeObject {
		return nil, &Error{Code: CodeUsage, Message: "options must be an object"}
	}
	keys := js.Global().Get("Object").Call("keys", v)
	var options []Option
	for i := range keys.Length() {
		name := keys.Index(i).String()
		value := v.Get(name)
		if kind, big := typeOf(value); !big && kind == js.TypeUndefined {
			continue
		}
		text, err := optionText(name, value)
		if err != nil {
			return nil, err
		}
		options = append(options, Option{Name: name, Text: text})
	}
	return options, nil
}

// Strings reads an array of strings.
//
// Errors: *Error without Field when v is no array or one of its elements no string.
func Strings(v js.Value) ([]string, error) {
	bad := &Error{Code: CodeUsage, Message: "the command line must be a string or an array of strings"}
	if !v.InstanceOf(js.Global().Get("Array")) {
		return nil, bad
	}
	words := make([]string, v.Length())
	for i := range words {
		word := v.Index(i)
		if kind, _ := typeOf(word); kind != js.TypeString {
			return nil, bad
		}
		words[i] = word.String()
	}
	return words, nil
}

// optionText gives the text of one option's value.
func optionText(name string, v js.Value) (string, error) {
	kind, big := typeOf(v)
	if big {
		return js.Global().Get("String").Invoke(v).String(), nil
	}
	switch kind {
	case js.TypeString:
		return v.String(), nil
	case js.TypeBoolean:
		return strconv.FormatBool(v.Bool()), nil
	case js.TypeNumber:
		f := v.Float()
		if f != math.Trunc(f) || math.Abs(f) > maxSafe { // NaN differs from itself
			return "", &Error{Code: CodeInvalidOption, Field: name, Message: name + " is " +
				strconv.FormatFloat(f, 'g', -1, 64) + ", allowed is a whole number that a number " +
				"holds exactly (at most 2^53 - 1); give a larger one as a string or a BigInt"}
		}
		return strconv.FormatInt(int64(f), 10), nil
	default:
		return "", &Error{Code: CodeInvalidOption, Field: name, Message: name + " is of type " +
			kind.String() + ", allowed is a string, a number, a BigInt or a boolean"}
	}
}

// typeOf gives the type of v; big is true for a BigInt, which syscall/js has no type for
// and answers with a panic.
func typeOf(v js.Value) (kind js.Type, big bool) {
	defer func() {
		if recover() != nil {
			big = true
		}
	}()
	return v.Type(), false
}
