// The types of klog.mjs, kaen-log's engine in JavaScript.

/** What an option may be: whole numbers past 53 bits as decimal strings or BigInts. */
export type OptionValue = string | number | bigint | boolean | undefined;

export interface ProduceOptions {
  /** required acks of the section "offsets": 0, 1 or -1; the broker refuses others */
  acks?: OptionValue;
  /** batches sent in the section "offsets", 1 to 64 */
  batches?: OptionValue;
  /** also tear the file's tail, reopen it and cut it */
  truncateTail?: OptionValue;
  /** the broker's clock and the records' base timestamp, in milliseconds */
  nowMs?: OptionValue;
  /** a path in the engine's own memory file system */
  dir?: OptionValue;
}

export interface DedupOptions {
  /** producer id; the section "limits" uses the next one */
  pid?: OptionValue;
  /** sequences of the batch whose ack is lost: "7..9" */
  seq?: OptionValue;
  /** also send that batch again */
  resend?: OptionValue;
  nowMs?: OptionValue;
  dir?: OptionValue;
}

export interface RecoveryOptions {
  nowMs?: OptionValue;
  dir?: OptionValue;
}

/** A measured value; an integer past 53 bits is a decimal string. */
export type Value = number | string | boolean;

export interface Line {
  /** names the kind of line within its section; the rows of a table share one */
  id: string;
  text: string;
  values: Record<string, Value>;
}

export interface Section {
  id: string;
  title: string;
  lines: Line[];
}

/** Something that happened in the run; the other fields depend on the type. */
export interface Event {
  step: number;
  type: string;
  [field: string]: unknown;
}

/** The shape of a run: the same data that the command line prints with --format json. */
export interface RunShape {
  demo: string;
  flags: Record<string, Value>;
  /** the flags are those of the golden file */
  golden: boolean;
  sections: Section[];
  events: Event[];
}

export interface DemoResult extends RunShape {
  /** the output as text */
  text: string;
  /** the output as the engine made it, UTF-8 */
  bytes: Uint8Array;
  elapsedMs: number;
}

/** What a command line gave: a run's shape too, when the command was a demo that ran. */
export interface CommandResult extends Partial<RunShape> {
  /** standard output */
  text: string;
  bytes: Uint8Array;
  /** 0 done, 1 failed, 2 wrong words */
  exit: number;
  stderr: string;
  elapsedMs: number;
}

/** A place on a request's way through the broker; the power fails right after it. */
export type Station = "receive" | "assign" | "page-cache" | "sync" | "publish" | "answer";

/**
 * What a producer knows of its batch: the answer said that it is written; the answer said that it
 * is not replicated; no answer came; none was asked for (acks 0).
 */
export type Belief = "written" | "not-replicated" | "unanswered" | "unasked";

export interface PowerCutOptions {
  /** 0, 1 or -1; default 1 */
  acks?: OptionValue;
  /** the broker syncs before it answers; default true */
  syncFirst?: OptionValue;
  /** a Station; default "answer" */
  cut?: OptionValue;
}

/** Of every state that the crash can leave on the disk, what recovery makes; each counts once. */
export interface PowerCutShape {
  acks: 0 | 1 | -1;
  syncFirst: boolean;
  cut: Station;
  belief: Belief;
  /** how many there are: the sum of the next three */
  states: number;
  /** the batch is in the log, every byte of it */
  whole: number;
  /** nothing of the batch is there */
  gone: number;
  /** a part of the batch is there, and recovery cuts it off */
  torn: number;
  /** states in which the batch that was synced and acknowledged before is there: all */
  earlier: number;
  batchBytes: number;
  /** of the broker, from the request to the power's failure */
  events: Event[];
}

export interface ResendOptions {
  /** the producer has an id and numbers its records; default true */
  idempotent?: OptionValue;
  /** 0, which is Kafka's default, or 256, where each batch gets a segment of its own; default 0 */
  segmentBytes?: OptionValue;
  /**
   * what happens, at most 64 moves with commas between: "send", "lose-request" and "lose-ack" send
   * the next batch, "again:N" sends batch N once more, "restart" restarts the broker; default ""
   */
  moves?: OptionValue;
}

/** A move, and how things are after it. Sequences are -1 without a producer id. */
export interface ResendStep {
  move: "send" | "lose-request" | "lose-ack" | "again" | "restart";
  /** from 1; 0 for a restart */
  batch: number;
  firstSeq: number;
  lastSeq: number;
  /** what the producer put on the wire in this move, and the CRC-32C of all that it sent so far */
  sentBytes: number;
  sentSum: number;
  /** what reached the producer, likewise */
  heardBytes: number;
  heardSum: number;
  /** the request reached the broker: code and base offset are its answer, heard or not */
  served: boolean;
  code: number;
  base: number;
  verdict: "" | "APPEND" | "DUPLICATE" | "OUT_OF_ORDER_SEQUENCE_NUMBER";
  expected: number;
  got: number;
  /** what the broker's window held before the move and holds after it, oldest first: "0..1" */
  before: string[];
  window: string[];
  /** what fell out of the window; "" for nothing */
  evicted: string;
  logEnd: number;
  segments: number;
}

/** What came of the moves. */
export interface ResendShape {
  idempotent: boolean;
  segmentBytes: 0 | 256;
  steps: ResendStep[];
  /** each batch that was sent, with the number of its copies in the log at the end */
  batches: {
    firstSeq: number; lastSeq: number; records: number; bytes: number; copies: number;
  }[];
}

export interface CutOptions {
  /** bytes of the recovery demo's torn log that are left, 0 to 1425; default all of them */
  at?: OptionValue;
  /** the torn tail is cut off before the batch is appended; default true */
  truncate?: OptionValue;
}

/** A batch in a segment file. */
export interface CutBatch {
  pos: number;
  size: number;
  base: number;
  last: number;
}

/** What became of a batch that was appended behind a cut. */
export interface CutShape {
  at: number;
  truncate: boolean;
  /** what opening found: the log end, and the bytes behind the last whole batch */
  logEnd: number;
  torn: number;
  /** what a produce request was answered: 0, or 56 (KAFKA_STORAGE_ERROR) behind torn bytes */
  code: number;
  codeName: string;
  /** the broker's reason for a refusal; "" for none */
  refusal: string;
  /** after the refusal a writer appended the batch that does not look what it appends to */
  blind: boolean;
  /** the batch, as its writer put it at the file's end */
  appended: CutBatch;
  /** what is found when the log is opened again */
  fileSize: number;
  read: CutBatch[];
  /** where reading stops: fileSize where nothing is in its way */
  stop: number;
  /**
   * what is in its way: a length that says more bytes than there are; as many bytes as the length
   * says, with another CRC; a length or a magic that no batch has; nothing
   */
  obstacle: "too-short" | "other-crc" | "no-batch" | "";
  /** the engine's reason; "" for none */
  reason: string;
  /** the appended batch is among those that are read */
  found: boolean;
}

export interface EveryCutOptions {
  /** the shortest length to recover, in bytes; default 0 */
  from?: OptionValue;
  /** the longest, at most 1425; default all bytes of the log */
  to?: OptionValue;
}

/** What recovery keeps of the first bytes of the recovery demo's torn log. */
export interface EveryCutShape {
  from: number;
  to: number;
  /** one for each length, in order; last is -1 where no batch is whole */
  outcomes: { length: number; kept: number; batches: number; logEnd: number; last: number }[];
}

/** The experiments of the lessons, by their names: what each takes, and what it tells. */
export interface Experiments {
  /** what a power cut at a moment of a produce request leaves, and what the producer believes */
  "power-cut": { options: PowerCutOptions; shape: PowerCutShape };
  /** what is in the log when requests and answers get lost and batches are sent again */
  "resend": { options: ResendOptions; shape: ResendShape };
  /** what becomes of a batch that is appended behind a cut */
  "cut": { options: CutOptions; shape: CutShape };
  /** what recovery keeps of each length of a log */
  "every-cut": { options: EveryCutOptions; shape: EveryCutShape };
}

export type ExperimentName = keyof Experiments;

export type ExperimentResult<Name extends ExperimentName> =
  Experiments[Name]["shape"] & { elapsedMs: number };

export interface InspectOptions {
  /** also the records of batches that are not compressed, each an item behind its batch */
  records?: OptionValue;
  /** what the file is called: a segment's name tells the base offset too; default "bytes" */
  name?: OptionValue;
}

/** A whole number; past 53 bits a decimal string. */
export type Integer = number | string;

/** The file itself, the first item. */
export interface FileItem {
  type: "file";
  file: string;
  base: Integer;
  size: Integer;
  /** where the base offset is from, when it is not from the name */
  baseFrom?: string;
}

/** A batch whose header could be read, sound or not: what is wrong is in a fault behind it. */
export interface BatchItem {
  type: "batch";
  pos: Integer;
  size: Integer;
  baseOffset: Integer;
  lastOffset: Integer;
  leaderEpoch: Integer;
  producerId: Integer;
  producerEpoch: Integer;
  baseSequence: Integer;
  lastSequence: Integer;
  count: Integer;
  baseTimestamp: Integer;
  maxTimestamp: Integer;
  codec: string;
  crc: "ok" | "differs";
  transactional: boolean;
  control: boolean;
  logAppendTime: boolean;
  deleteHorizon: boolean;
}

/** A good message of magic 0 or 1, which is not decoded. */
export interface OldItem {
  type: "old";
  pos: Integer;
  size: Integer;
  offset: Integer;
  magic: Integer;
}

/** A record; a key or value that is no text that can be shown is in hex, under the other name. */
export interface RecordItem {
  type: "record";
  offset: Integer;
  timestamp: Integer;
  headers: Integer;
  key?: string | null;
  keyHex?: string;
  value?: string | null;
  valueHex?: string;
  /** of a control batch: "ABORT", "COMMIT" or "of another type" */
  marker?: string;
}

/** Offsets that are missing before the batch at pos, which is legal. */
export interface GapItem {
  type: "gap";
  file: string;
  pos: Integer;
  firstOffset: Integer;
  lastOffset: Integer;
}

export interface FaultItem {
  type: "fault";
  file: string;
  /** where the batch that is wrong begins */
  pos: Integer;
  /** bytes from pos on that could not be gone over; 0 where the walk went on */
  unread: Integer;
  /** with the place of the very field */
  reason: string;
}

export interface NoteItem {
  type: "note";
  file: string;
  text: string;
}

/** What the file came to, the last item. */
export interface EndItem {
  type: "end";
  file: string;
  batches: Integer;
  records: Integer;
  nextOffset: Integer;
  oldMessages: Integer;
  faults: Integer;
}

export type DumpItem = FileItem | BatchItem | OldItem | RecordItem | GapItem | FaultItem
  | NoteItem | EndItem;

/** What klog dump prints with --format json, in the order of the file. */
export interface DumpShape {
  command: "dump";
  /** the name that was given */
  path: string;
  items: DumpItem[];
  faults: Integer;
}

export interface InspectResult extends DumpShape {
  /** what klog dump prints */
  text: string;
  /** the same, UTF-8 */
  bytes: Uint8Array;
  /** 1 where there are faults, else 0 */
  exit: number;
  /** a line on the faults, or nothing */
  stderr: string;
  elapsedMs: number;
}

/** Bytes of the program that have arrived, of the raw size. */
export interface Progress {
  loaded: number;
  /** 0: not known */
  total: number;
}

/** What a call is doing. */
export type Phase = "waiting" | "loading" | "running";

/**
 * How a call goes. A callback that throws makes that call reject, with code "usage", its name in
 * field and what it threw in cause; it is called no more, and the engine and other calls go on.
 */
export interface CallOptions {
  /** aborting it ends the worker; the next call starts a new one */
  signal?: AbortSignal;
  /** called while the program loads, when this call is the one that loads it */
  onProgress?: (progress: Progress) => void;
  /** called when the call begins to wait for its turn, to load the engine, and to run */
  onPhase?: (phase: Phase) => void;
  /** milliseconds for the call itself, loading apart; 0: no limit */
  timeoutMs?: number;
}

export type ErrorCode =
  | "invalid-option" | "usage" | "failed" | "panic" // from the engine
  | "http" | "network" | "html" | "empty" | "cut-short" | "not-wasm" // loading the program
  | "integrity" // loading: its bytes are not those that are wanted (SHA-256)
  | "stalled" // loading: nothing came for too long
  | "policy" | "no-wasm" // the page's policy, or the browser
  | "worker-forbidden" | "worker-failed" | "worker-died" // the worker
  | "ended" | "timeout" | "stopped" // a call under way
  | "budget"; // a call that did too much for where it can't be stopped: it needs a worker

/** Every rejection, but for an aborted signal's own reason. */
export interface KlogError extends Error {
  name: "KlogError";
  code: ErrorCode;
  /** the option, setting or argument that is wrong */
  field: string | undefined;
  /** what a callback threw, or a getter of what was given */
  cause?: unknown;
  /** figures for a message of the caller's own */
  detail: ErrorDetail;
}

export interface ErrorDetail {
  /** HTTP status */
  status?: number;
  /** bytes that arrived */
  loaded?: number;
  /** bytes that were expected */
  total?: number;
  /** which file */
  url?: string;
  /** the file is the worker's script; else it is the program */
  part?: "worker";
  /** the type that the server gave it */
  type?: string;
  /** the limit that was reached, in milliseconds */
  limitMs?: number;
  /** the directive of the page's policy (CSP) that forbids it */
  directive?: string;
  /** what is missing in that directive */
  missing?: string;
  /** the page is a file on disk or in a sandboxed frame: it is of no origin that may fetch */
  opaque?: boolean;
}

export interface LoadOptions {
  /** the program: where it is, its bytes, or compiled; default: beside this module */
  wasm?: string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module;
  /** its raw size, for progress and to notice that it was cut short */
  wasmSize?: number;
  /**
   * The worker's script; default: beside this module. false runs the engine in the caller's
   * own context, which is also what happens where there are no workers.
   */
  worker?: string | URL | false;
  /** default limit for a call, in milliseconds; 0, the default: none */
  timeoutMs?: number;
  /** loading fails when no byte came for so many milliseconds; default 30000; 0: never */
  stallMs?: number;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** Where the engine runs: a worker from its URL, from a blob, or the caller's own context. */
export type Rung = "url" | "blob" | "main";

/** Options and settings are plain objects; each is read once, at the call. */
export interface Klog {
  /** the engine's version */
  readonly version: string;
  /** where the engine runs now; null between a stop and the next call */
  readonly rung: Rung | null;
  produceDemo(options?: ProduceOptions, call?: CallOptions): Promise<DemoResult>;
  dedupDemo(options?: DedupOptions, call?: CallOptions): Promise<DemoResult>;
  recoveryDemo(options?: RecoveryOptions, call?: CallOptions): Promise<DemoResult>;
  /** a whole command line, as one string or in words, without "klog" */
  run(line: string | readonly string[], call?: CallOptions): Promise<CommandResult>;
  /**
   * What is in a segment file's bytes, as klog dump tells it; damage is no rejection. The bytes
   * are copied at the call, all that the view has then: what becomes of them later, by a getter
   * of the options at the latest, changes nothing. At most 1 GiB of them, and 256 MiB to tell,
   * as text and as JSON each.
   */
  inspect(bytes: ArrayBufferView | ArrayBufferLike, options?: InspectOptions,
    call?: CallOptions): Promise<InspectResult>;
  /** an experiment of the lessons, on files of its own */
  experiment<Name extends ExperimentName>(name: Name, options?: Experiments[Name]["options"],
    call?: CallOptions): Promise<ExperimentResult<Name>>;
  /** ends the worker and rejects what is under way; the next call starts a new one */
  stop(): void;
}

/** Loads the engine and starts it. */
export function loadKlog(options?: LoadOptions): Promise<Klog>;
