// The package's files are served as they are: a bundler would part them.

import { cpSync } from "node:fs";

cpSync("node_modules/kaen-log", "static/kaen-log", { recursive: true });
