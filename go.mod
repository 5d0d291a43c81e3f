module kaenlog

go 1.26.0

require (
	github.com/alecthomas/chroma/v2 v2.27.0
	github.com/evanw/esbuild v0.28.2
	github.com/hack-pad/hackpadfs v0.2.4
	github.com/rogpeppe/go-internal v1.16.0
	github.com/syumai/workers v0.32.0
	github.com/twmb/franz-go/pkg/kmsg v1.15.1
	github.com/yuin/goldmark v1.8.7
	golang.org/x/net v0.62.0
	golang.org/x/sys v0.49.0
)

require (
	github.com/dlclark/regexp2/v2 v2.2.1 // indirect
	golang.org/x/tools v0.26.0 // indirect
)

tool github.com/syumai/workers/cmd/workers-assets-gen
