//go:build js

package bridge

import (
	"errors"
	"fmt"
	"strings"
	"syscall/js"
	"testing"
)

// settled is how a Promise ended.
type settled struct {
	value    js.Value
	rejected bool
}

// await waits for a Promise, as JavaScript's await does.
func await(t *testing.T, promise js.Value) settled {
	t.Helper()
	done := make(chan settled, 1)
	resolve := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- settled{value: args[0]}
		return nil
	})
	defer resolve.Release()
	reject := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- settled{value: args[0], rejected: true}
		return nil
	})
	defer reject.Release()
	promise.Call("then", resolve, reject)
	return <-done
}

func call(t *testing.T, f js.Func, args ...any) settled {
	t.Helper()
	return await(t, f.Invoke(args...))
}

func TestCallResolvesWithTheResult(t *testing.T) {
	f := Func("double", func(args []js.Value) (any, error) { return args[0].Int() * 2, nil })
	if got := call(t, f, 21); got.rejected || got.value.Int() != 42 {
		t.Errorf("got %v, rejected %v", got.value, got.rejected)
	}
}

func TestCallThatWaitsDoesNotStopTheHost(t *testing.T) {
	gate := make(chan struct{})
	waits := Func("waits", func([]js.Value) (any, error) { <-gate; return "waited", nil })
	opens := Func("opens", func([]js.Value) (any, error) { close(gate); return nil, nil })
	first := waits.Invoke()
	call(t, opens)
	if got := await(t, first); got.value.String() != "waited" {
		t.Errorf("got %v", got.value)
	}
}

func TestGivingWayLetsTimersComeThatAreDue(t *testing.T) {
	giveWay := GiveWay()
	turns := 0
	timer := js.FuncOf(func(js.Value, []js.Value) any { turns++; return nil })
	defer timer.Release()
	for i := range 3 {
		js.Global().Call("setTimeout", timer, 0)
		if turns != i {
			t.Fatalf("%d turns before the %d.", turns, i+1)
		}
		giveWay()
		if turns != i+1 {
			t.Fatalf("%d turns after the %d.", turns, i+1)
		}
	}
}

func TestErrorsRejectWithNameCodeAndField(t *testing.T) {
	for _, test := range []struct {
		story             string
		err               error
		code, field, says string
	}{
		{"own error", &Error{Code: CodeInvalidOption, Field: "acks", Message: "acks is off"},
			CodeInvalidOption, "acks", "acks is off"},
		{"own error, wrapped", fmt.Errorf("demo: %w", &Error{Code: CodeUsage, Message: "no demo"}),
			CodeUsage, "", "no demo"},
		{"any other error", errors.New("disk is full"), CodeFailed, "", "disk is full"},
	} {
		t.Run(test.story, func(t *testing.T) {
			got := call(t, Func("f", func([]js.Value) (any, error) { return nil, test.err }))
			if !got.rejected || !got.value.InstanceOf(js.Global().Get("Error")) {
				t.Fatalf("not rejected with an Error: %v", got.value)
			}
			checkError(t, got.value, test.code, test.field, test.says)
		})
	}
}

func checkError(t *testing.T, v js.Value, code, field, says string) {
	t.Helper()
	if name := v.Get("name").String(); name != ErrorName {
		t.Errorf("name is %q", name)
	}
	if got := v.Get("code").String(); got != code {
		t.Errorf("code is %q, want %q", got, code)
	}
	if got := v.Get("field"); field == "" && !got.IsUndefined() ||
		field != "" && got.String() != field {
		t.Errorf("field is %v, want %q", got, field)
	}
	if got := v.Get("message").String(); !strings.Contains(got, says) {
		t.Errorf("message is %q, want %q in it", got, says)
	}
}

func TestPanicRejectsAndTheNextCallWorks(t *testing.T) {
	f := Func("fragile", func(args []js.Value) (any, error) {
		if args[0].Bool() {
			panic("the window shrank")
		}
		return "fine", nil
	})
	got := call(t, f, true)
	if !got.rejected {
		t.Fatalf("resolved with %v", got.value)
	}
	checkError(t, got.value, CodePanic, "", "fragile: panic: the window shrank")
	if got := call(t, f, false); got.rejected || got.value.String() != "fine" {
		t.Errorf("the call after it: %v", got.value)
	}
}

func TestResultThatCannotCrossRejects(t *testing.T) {
	f := Func("f", func([]js.Value) (any, error) { return make(chan int), nil })
	if got := call(t, f); !got.rejected || got.value.Get("code").String() != CodePanic {
		t.Errorf("got %v", got.value)
	}
}

func TestBytesAreACopy(t *testing.T) {
	b := []byte{1, 2, 255}
	v := Bytes(b)
	b[0] = 9
	if v.Length() != 3 || v.Index(0).Int() != 1 || v.Index(2).Int() != 255 {
		t.Errorf("got %v %v %v", v.Index(0), v.Index(1), v.Index(2))
	}
	if Bytes(nil).Length() != 0 {
		t.Error("no bytes are not an empty array")
	}
}

func TestPiecesOfBytesBecomeOneArray(t *testing.T) {
	v := Bytes([]byte{1}, nil, []byte{2, 3}, []byte{})
	if v.Length() != 3 || v.Index(0).Int() != 1 || v.Index(1).Int() != 2 || v.Index(2).Int() != 3 {
		t.Errorf("got %d: %v %v %v", v.Length(), v.Index(0), v.Index(1), v.Index(2))
	}
	if Bytes().Length() != 0 {
		t.Error("no pieces are not an empty array")
	}
}

func TestBytesOfTakesUint8ArraysUpToALimit(t *testing.T) {
	tooMany := errors.New("too many")
	most := func(size int) error {
		if size > 2 {
			return tooMany
		}
		return nil
	}
	array := js.Global().Get("Uint8Array").New(4)
	array.SetIndex(1, 7)
	for _, c := range []struct {
		v    js.Value
		want string
	}{{array.Call("subarray", 1, 3), "\a\x00"}, {js.Global().Get("Uint8Array").New(), ""}} {
		if b, err := BytesOf(c.v, most); string(b) != c.want || err != nil {
			t.Errorf("got %q, %v", b, err)
		}
	}
	if _, err := BytesOf(array, most); err != tooMany {
		t.Errorf("got %v", err)
	}
	for _, v := range []js.Value{js.Undefined(), js.Null(), js.ValueOf("ab"), js.ValueOf(1),
		js.Global().Get("Uint16Array").New(1), js.Global().Get("Array").New(1)} {
		if _, err := BytesOf(v, most); err == nil {
			t.Errorf("took %v", v.Type())
		}
	}
}

func TestOptionsTakeEachTypeExactly(t *testing.T) {
	object := js.Global().Get("Object").New()
	object.Set("seq", "7..9")
	object.Set("acks", -1)
	object.Set("nowMs", maxSafe)
	object.Set("pid", js.Global().Call("BigInt", "9223372036854775806"))
	object.Set("resend", true)
	object.Set("dir", js.Undefined())
	got, err := Options(object)
	if err != nil {
		t.Fatal(err)
	}
	want := []Option{{"seq", "7..9"}, {"acks", "-1"}, {"nowMs", "9007199254740991"},
		{"pid", "9223372036854775806"}, {"resend", "true"}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestOptionsRefuseWhatDigitsCannotBeTrusted(t *testing.T) {
	number := js.Global().Get("Number")
	for _, test := range []struct {
		story string
		v     any
		says  string
	}{
		{"a fraction", 1.5, "acks is 1.5"},
		{"the first integer that has a double", float64(1 << 53), "9.007199254740992e+15"},
		{"its negative", -float64(1 << 53), "-9.007199254740992e+15"},
		{"not a number", number.Get("NaN"), "NaN"},
		{"infinity", number.Get("POSITIVE_INFINITY"), "+Inf"},
		{"null", nil, "of type null"},
		{"an object", js.Global().Get("Object").New(), "of type object"},
		{"a symbol", js.Global().Call("Symbol", "s"), "of type symbol"},
	} {
		t.Run(test.story, func(t *testing.T) {
			object := js.Global().Get("Object").New()
			object.Set("acks", test.v)
			_, err := Options(object)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			if e.Code != CodeInvalidOption || e.Field != "acks" || !strings.Contains(e.Message, test.says) {
				t.Errorf("got %+v, want %q in the message", e, test.says)
			}
		})
	}
}

func TestOptionsMayBeAbsentButNotAnythingElse(t *testing.T) {
	for _, v := range []js.Value{js.Undefined(), js.Null()} {
		if got, err := Options(v); err != nil || got != nil {
			t.Errorf("%v: got %v, %v", v, got, err)
		}
	}
	for _, v := range []js.Value{js.ValueOf("acks"), js.ValueOf(1), js.Global().Call("BigInt", "1")} {
		if _, err := Options(v); err == nil {
			t.Error("took something that is no object")
		}
	}
}

func TestStringsTakeArraysOfStringsAlone(t *testing.T) {
	array := js.Global().Get("Array")
	got, err := Strings(array.New("produce-demo", "--acks", "0"))
	if err != nil || fmt.Sprint(got) != "[produce-demo --acks 0]" {
		t.Errorf("got %v, %v", got, err)
	}
	for _, v := range []js.Value{js.ValueOf("a"), js.Undefined(), array.New("a", 1)} {
		if _, err := Strings(v); err == nil {
			t.Errorf("took %v", v)
		}
	}
}
