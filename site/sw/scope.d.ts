// What the service worker uses of its global scope; the library for pages has no types for it.

/** The build that the worker is of: the first line of sw.js, as the generator writes it. */
export interface Course {
  /** tells the build from every other: its files, their bytes, and the worker itself */
  build: string;
  /** all files together, raw */
  bytes: number;
  /** path below the site's root, size, SHA-256 in hexadecimal */
  files: [path: string, size: number, sha256: string][];
}

declare global {
  const __COURSE__: Course;
}

export interface Client {
  id: string;
  url: string;
  postMessage(message: ToPage): void;
}

export interface Registration {
  scope: string;
  installing: unknown;
  waiting: unknown;
  unregister(): Promise<boolean>;
}

export interface Lasting {
  waitUntil(promise: Promise<unknown>): void;
}

export interface Fetching extends Lasting {
  request: Request;
  clientId: string;
  resultingClientId: string;
  respondWith(answer: Promise<Response>): void;
}

export interface Scope {
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "message",
    listener: (event: Lasting & MessageEvent<ToWorker>) => void): void;
  clients: {
    get(id: string): Promise<Client | undefined>;
    matchAll(options: { includeUncontrolled?: boolean; type: "window" | "all" }):
      Promise<Client[]>;
    claim(): Promise<void>;
  };
  registration: Registration;
  skipWaiting(): Promise<void>;
}

/** Why a course is not saved. */
export type Fault =
  | { code: "network" | "html" | "changed" | "empty" | "stalled"; path: string }
  | { code: "http"; path: string; status: number }
  | { code: "cut-short"; path: string; loaded: number; total: number }
  | { code: "quota" | "stopped" | "other"; message: string };

/** What is saved. */
export interface Saved {
  build: string;
  files: number;
  bytes: number;
  /** every file is there */
  isWhole: boolean;
}

/** Every message says whose it is: two copies of the site on one origin hear each other. */
export interface ToPage {
  scope: string;
  news: News;
}

export type News =
  | { type: "progress"; loaded: number; total: number }
  | { type: "fault"; fault: Fault }
  | { type: "moved" }; // this worker has taken over

/** "state" and "fill" are answered with Saved on the port that comes with them. */
export interface ToWorker {
  type: "state" | "fill" | "take" | "tidy" | "stop";
}
