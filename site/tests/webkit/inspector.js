// The two protocols that WebKitGTK itself speaks, on one connection to 127.0.0.1: Web Inspector's,
// to what a page is made of, and that of automation, to its windows, mouse and keys. A message is
// its length, a flag for the byte order, a name, and what GVariant makes of its parameters.

import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** @import { Socket } from "node:net" */

/** @typedef {{ id?: number, method?: string, params?: any, result?: any, error?: any }} Message */

/** What is not about pages: our end has one connection with number 1 to ask of. */
const CONNECTION = 1n;

/** @param {bigint[]} values */
function numbers(...values) {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [i, value] of values.entries()) bytes.writeBigUInt64LE(value, 8 * i);
  return bytes;
}

/** @param {string} text */
const ended = (text) => Buffer.from(`${text}\0`);

export class Inspector {
  /** @type {Map<number, (message: Message) => void>} */
  #answers = new Map();
  /** @type {Map<bigint, (message: Message) => void>} */
  #listeners = new Map();
  /** @type {(() => void)[]} */
  #onTargets = [];
  #lastId = 0;
  #unread = Buffer.alloc(0);
  #socket;
  /** @type {Map<bigint, { type: string, url: string }>} what can be asked, by its number */
  targets = new Map();

  /** @param {Socket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.on("data", (bytes) => this.#read(bytes));
    socket.on("error", () => {});
    socket.on("close", () => {
      for (const answer of this.#answers.values()) {
        answer({ error: { message: "the browser has gone" } });
      }
    });
  }

  /**
   * Waits until a browser listens, and asks it for automation.
   * @param {number} port
   * @param {() => boolean} isAlive
   */
  static async connect(port, isAlive) {
    for (;;) {
      /** @type {Socket | undefined} */
      const socket = await new Promise((resolve) => {
        const trial = connect(port, "127.0.0.1", () => resolve(trial));
        trial.on("error", () => resolve(undefined));
      });
      if (!socket) {
        if (!isAlive()) throw new Error("the browser ended before it listened");
        await sleep(10);
        continue;
      }
      const inspector = new Inspector(socket);
      // A session's id, and no capabilities: an empty dictionary, then where the id ends.
      const session = ended("00000000-0000-4000-8000-000000000000");
      inspector.#send("StartAutomationSession",
        Buffer.concat([session, Buffer.from([0, 0, 0, session.length])]));
      return inspector;
    }
  }

  /**
   * Waits for a target.
   * @param {(id: bigint, target: { type: string, url: string }) => boolean} isWanted
   * @returns {Promise<bigint>}
   */
  async target(isWanted) {
    for (;;) {
      for (const [id, target] of this.targets) if (isWanted(id, target)) return id;
      await new Promise((resolve) => this.#onTargets.push(() => resolve(null)));
    }
  }

  /** @param {() => void} act whenever the list of targets has come anew */
  onTargets(act) {
    this.#onTargetsAlways.push(act);
  }

  /** @type {(() => void)[]} */
  #onTargetsAlways = [];

  /**
   * Begins to talk with a target.
   * @param {bigint} target
   * @param {(message: Message) => void} listener for what it says by itself
   */
  open(target, listener) {
    this.#listeners.set(target, listener);
    this.#send("Setup", numbers(CONNECTION, target));
  }

  /**
   * @param {bigint} target
   * @param {string} method
   * @param {object} [params]
   * @returns {Promise<any>}
   */
  ask(target, method, params = {}) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({ result, error }) => {
        this.#answers.delete(id);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      });
      this.#send("SendMessageToBackend", Buffer.concat([numbers(CONNECTION, target),
        ended(JSON.stringify({ id, method, params }))]));
    });
  }

  close() {
    this.#socket.destroy();
  }

  /**
   * @param {string} name
   * @param {Buffer} parameters
   */
  #send(name, parameters) {
    const body = Buffer.concat([ended(name), parameters]);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(body.length);
    head[4] = 1; // little-endian
    this.#socket.write(Buffer.concat([head, body]));
  }

  /** @param {Buffer} bytes */
  #read(bytes) {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    while (this.#unread.length >= 5) {
      const end = 5 + this.#unread.readUInt32BE();
      if (this.#unread.length < end) return;
      const body = this.#unread.subarray(5, end);
      this.#unread = this.#unread.subarray(end);
      const nameEnd = body.indexOf(0);
      this.#take(body.toString("latin1", 0, nameEnd), body.subarray(nameEnd + 1));
    }
  }

  /**
   * @param {string} name
   * @param {Buffer} parameters
   */
  #take(name, parameters) {
    if (name === "SetTargetList") {
      this.targets = targetsIn(parameters);
      for (const act of [...this.#onTargets.splice(0), ...this.#onTargetsAlways]) act();
    }
    if (name !== "SendMessageToFrontend") return;
    const target = parameters.readBigUInt64LE(8);
    /** @type {Message} */
    const message = JSON.parse(parameters.toString("utf8", 16, parameters.length - 1));
    const answer = message.id === undefined ? undefined : this.#answers.get(message.id);
    if (answer) answer(message);
    else this.#listeners.get(target)?.(message);
  }
}

/**
 * The list of targets: each is a number, and then its type, name and address, ended by zeros.
 * @param {Buffer} list
 */
function targetsIn(list) {
  /** @type {Map<bigint, { type: string, url: string }>} */
  const targets = new Map();
  const text = list.toString("latin1");
  const found = /(WebPage|Automation|ServiceWorker|JavaScript|Page|ITML)\0([^\0]*)\0([^\0]*)\0/g;
  for (const { 1: type = "", 3: url = "", index } of text.matchAll(found)) {
    if (index % 8 === 0 && index >= 8) {
      targets.set(list.readBigUInt64LE(index - 8),
        { type, url: Buffer.from(url, "latin1").toString() });
    }
  }
  return targets;
}
