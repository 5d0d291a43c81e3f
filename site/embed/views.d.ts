// What shows and judges the runs of an element <klog-demo>: it is a script of its own, which the
// element fetches when it is first needed, and which hands this over where it stands, by an event
// HANDED (handed.js) on its script element, with a Views as its detail.

import type { DrawnShape, PlainError } from "./internal.js";
import type { DemoResult, KlogError } from "./klog.mjs";

export interface Views {
  /**
   * A style sheet for the shadow root, beside the element's own. The element's own has the
   * properties of tokens.js in it, which this one builds upon.
   */
  styles: string;
  make(place: Place): View;
}

/** The flags of a run as they are typed or switched, by their names in JSON: "truncateTail". */
export type FlagValues = Record<string, string | boolean>;

/** Where a view shows itself, and what it asks of its element. */
export interface Place {
  demo: "produce" | "dedup" | "recovery";
  /** the one section that is shown; null: all of them */
  section: string | null;
  lang: "th" | "en";
  /** empty elements of the shadow root: a view fills both, and nobody else does */
  flagsBox: HTMLElement;
  body: HTMLElement;
  /** what the Run button says */
  run: string;
  /** the reader changed a flag: options() is another one now */
  edited(): void;
  /** the demo's pictures, drawn by the engine from a run with these flags */
  draw(options: FlagValues, signal: AbortSignal): Promise<DrawnShape>;
}

export interface Verdict {
  state: "same" | "own" | "differs";
  /** for the status line: a sentence or more */
  words: string;
}

/** One element's flags, and its runs. A change of demo, section or lang asks for a new one. */
export interface View {
  /**
   * Sets flags to what attributes say; those that are not named go back to the golden ones. A
   * value is a text; a switch is off where it is "false", and on else.
   *
   * Errors: a KlogError "invalid-option", its field the flag, for a name that is none.
   */
  set(flags: Record<string, string>): void;
  /** what the fields say now; the engine judges it */
  options(): FlagValues;
  /** Shows a run in body, and gives the verdict. */
  show(result: DemoResult): Verdict;
  /**
   * Says beside its field what is wrong with a flag, and leads there; words for the status line.
   * null: the error is about no field that is here.
   */
  refuse(error: KlogError): string | null;
  /** the demo has a section of that id */
  knows(section: string): boolean;
  /** what is wrong, and what can be done about it */
  fault(error: unknown): string;
  /** why the engine ran in the page, where Stop can't end a run; "" where there is no reason */
  makeshift(reasons: PlainError[]): string;
  /** Puts the golden flags back, and takes the run away. */
  reset(): void;
  /** Takes the run away: body is empty then, and no picture is asked for. */
  forget(): void;
}
