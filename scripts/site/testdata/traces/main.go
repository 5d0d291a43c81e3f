// Command traces leans on what the runtime keeps about its functions: it moves stacks, collects
// garbage under frames of every kind, recovers from panics and calls by reflection. It prints
// what came of it, and then breaks.
package main

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

func main() {
	debug.SetGCPercent(1)
	fmt.Println("deep", deep(20_000, []int{1}))
	fmt.Println("reflected", reflected())
	for _, breaks := range []func(){
		func() { _ = []int{}[len(letters)] },
		func() { var m map[string]int; m[letters]++ },
		func() { panic(fmt.Errorf("wrapped: %w", errors.ErrUnsupported)) },
	} {
		fmt.Println("recovered", recovered(breaks))
	}
	done := make(chan string)
	for range 3 {
		go func() {
			defer func() { done <- fmt.Sprint(recover()) }()
			runtime.GC()
			var p *struct{ n int }
			p.n = deep(1000, nil)
		}()
	}
	for range 3 {
		fmt.Println("goroutine", <-done)
	}
	_, file, line, _ := runtime.Caller(0)
	fmt.Println("here", file[strings.LastIndex(file, "/")+1:], line)
	panic("broken on purpose")
}

var letters = "abc"

// deep makes the stack grow and move under pointers into it.
func deep(n int, kept []int) int {
	if n == 0 {
		runtime.GC()
		return 0
	}
	local := [4]int{n}
	kept = append(kept[:0:0], local[:]...)
	p := &local[0]
	sum := deep(n-1, kept)
	if *p != n || kept[0] != n {
		panic("a frame was lost")
	}
	return sum + 1
}

type method struct{ text string }

func (m method) Join(words ...string) string {
	runtime.GC()
	return m.text + strings.Join(words, m.text)
}

// reflected has frames of makeFuncStub and methodValueCall on the stack while it is collected.
func reflected() string {
	var join func(...string) string
	made := reflect.MakeFunc(reflect.TypeOf(join), func(args []reflect.Value) []reflect.Value {
		deep(2000, nil)
		bound := reflect.ValueOf(method{"-"}).MethodByName("Join").Interface().(func(...string) string)
		return []reflect.Value{reflect.ValueOf(bound(args[0].Interface().([]string)...))}
	})
	join = made.Interface().(func(...string) string)
	return join("a", "b")
}

func recovered(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	defer deep(100, nil)
	f()
	return "nothing"
}
