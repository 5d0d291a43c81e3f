/** What the build puts into the edge's worker. */
export interface Edge {
  /** What tells this build's answers from others'. */
  build: string;
  /** In bytes, as wasm/httpapi has it. */
  maxQuery: number;
  /** In bytes, as wasm/httpapi has it. */
  maxBody: number;
  /** How long a run may be kept, and how long a list, in seconds, as wasm/httpapi has it. */
  runMaxAge: number;
  listMaxAge: number;
  demos: { name: string; flags: Flag[] }[];
}

/** A demo's flag; numbers as text, since they need more than 53 bits. */
export interface Flag {
  name: string;
  kind: "integer" | "range" | "boolean";
  default: string;
  min: string;
  max: string;
}

/** A binding that gives the site's files. */
export interface Assets {
  fetch(request: Request | URL): Promise<Response>;
}

export interface Env {
  ASSETS: Assets;
}

/** What the program finds as context.ctx, besides what is Cloudflare's. */
export interface Context {
  klogBody?: Uint8Array | undefined;
  ended?: () => void;
}

/** A request as a page's worker gets it. */
export interface Asked {
  method: string;
  /** path and query */
  target: string;
  headers: [name: string, value: string][];
  body: Uint8Array | null;
}

declare global {
  /** In a worker of a page, for the library's glue: the program. */
  var klogProgram: WebAssembly.Module;
  const __KLOG_EDGE__: Edge;
  var Go: new () => {
    importObject: WebAssembly.Imports;
    run(instance: WebAssembly.Instance, context: object): Promise<void>;
  };
}
