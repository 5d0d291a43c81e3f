// kaen-log's element for lesson pages: <klog-demo demo="produce|dedup|recovery">. Importing
// kaen-log/element defines it.

import type { DemoResult, KlogError, Progress } from "./klog.mjs";

export type KlogDemoName = "produce" | "dedup" | "recovery";

/** How an element is; also its custom states, :state(same) in a style sheet. */
export type KlogDemoState = "idle" | "loading" | "running" | "same" | "own" | "differs" | "stopped"
  | "failed";

/** All that came of a run, and the verdict on it. */
export interface KlogDemoResult extends DemoResult {
  /** identical to the golden output; no golden output for these flags; not identical */
  state: "same" | "own" | "differs";
  /** the verdict as the reader sees it */
  words: string;
}

export interface KlogDemoEventMap {
  "klog-ready": CustomEvent<{ version: string }>;
  "klog-progress": CustomEvent<Progress>;
  /** options: the flags that the attributes or the reader set, by their names in JSON */
  "klog-run": CustomEvent<{ demo: KlogDemoName; options: Record<string, string | boolean> }>;
  "klog-result": CustomEvent<KlogDemoResult>;
  "klog-error": CustomEvent<KlogError>;
}

/** The attributes are its state: a getter reads one, and never throws. */
export class KlogDemoElement extends HTMLElement {
  /** the run that is shown */
  readonly result: KlogDemoResult | null;
  readonly state: KlogDemoState;
  demo: KlogDemoName;
  section: string | null;
  acks: string | null;
  batches: string | null;
  truncateTail: boolean;
  pid: string | null;
  seq: string | null;
  resend: boolean;
  nowMs: string | null;
  loading: "click" | "lazy" | "eager";
  timeout: number;
  theme: "auto" | "light" | "dark";
  base: string;
  workerUrl: string | null;
  /** Runs the demo; null where nothing came of it. It never rejects: klog-error says why. */
  run(): Promise<KlogDemoResult | null>;
  /** Ends a run that is under way, or its loading. */
  stop(): void;
  /** Stops, puts the flags back to what the attributes say, and takes the result away. */
  reset(): void;
  addEventListener<K extends keyof KlogDemoEventMap>(type: K,
    listener: (this: KlogDemoElement, event: KlogDemoEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof KlogDemoEventMap>(type: K,
    listener: (this: KlogDemoElement, event: KlogDemoEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions): void;
}

/**
 * Defines the element, by default as klog-demo, unless the name is taken: what was there first
 * stays. Does nothing where there are no custom elements, as in Node.
 */
export function define(tag?: string, registry?: CustomElementRegistry): void;

declare global {
  interface HTMLElementTagNameMap {
    "klog-demo": KlogDemoElement;
  }
}
