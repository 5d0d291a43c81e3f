// A display that nobody sees, and which of its windows has the keyboard: no window manager is
// there to say so, and a page whose window has no keyboard says that it has no focus.

import { spawn } from "node:child_process";
import { connect } from "node:net";

/** Wide and high enough for a window of 1280 x 720 with three pixels to one. */
const SCREEN = "4096x2400x24";

/** Of X11's protocol. */
const REPLY = 1;
const VIEWABLE = 2;
const TO_POINTER_ROOT = 1;
const GET_WINDOW_ATTRIBUTES = 3;
const QUERY_TREE = 15;
const SET_INPUT_FOCUS = 42;

export class Display {
  /** @type {Map<number, (reply: Buffer) => void>} by the number of the request */
  #waiting = new Map();
  #requests = 0;
  #unread = Buffer.alloc(0);
  #root = 0;
  #socket;

  /**
   * @param {string} name
   * @param {import("node:net").Socket} socket
   */
  constructor(name, socket) {
    this.name = name;
    this.#socket = socket;
  }

  /** Starts Xvfb, which finds a free number for itself. */
  static async start() {
    const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"],
      { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    /** @type {string} */
    const number = await new Promise((resolve, reject) => {
      server.on("error", reject);
      server.on("exit", () => reject(new Error("Xvfb ended before it had a display")));
      server.stdio[3]?.once("data", (bytes) => resolve(String(bytes).trim()));
    });
    const display = new Display(`:${number}`, connect(`/tmp/.X11-unix/X${number}`));
    await display.#greet();
    return display;
  }

  /**
   * The windows that are shown.
   * @returns {Promise<number[]>}
   */
  async windows() {
    const tree = await this.#ask(QUERY_TREE, this.#root);
    const all = Array.from({ length: tree.readUInt16LE(16) }, (_, i) =>
      tree.readUInt32LE(32 + 4 * i));
    /** @type {number[]} */
    const shown = [];
    for (const window of all) {
      const attributes = await this.#ask(GET_WINDOW_ATTRIBUTES, window);
      if (attributes[0] === REPLY && attributes[26] === VIEWABLE) shown.push(window);
    }
    return shown;
  }

  /**
   * Gives a window the keyboard.
   * @param {number} window
   */
  focus(window) {
    this.#request([SET_INPUT_FOCUS, TO_POINTER_ROOT, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0], window);
  }

  /** X11's greeting: least byte first, version 11, no credentials. */
  async #greet() {
    const begun = new Promise((resolve) => this.#waiting.set(0, resolve));
    this.#socket.on("data", (bytes) => this.#read(bytes));
    this.#socket.on("error", () => {});
    this.#socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    /** @type {Buffer} */
    const hello = await begun;
    if (hello[0] !== REPLY) throw new Error("Xvfb lets nobody in");
    const vendor = (hello.readUInt16LE(24) + 3) & ~3;
    this.#root = hello.readUInt32LE(40 + vendor + 8 * (hello[29] ?? 0));
  }

  /**
   * @param {number} opcode of a request about one window
   * @param {number} window
   * @returns {Promise<Buffer>}
   */
  #ask(opcode, window) {
    return new Promise((resolve) => {
      this.#waiting.set(this.#request([opcode, 0, 2, 0, 0, 0, 0, 0], window), resolve);
    });
  }

  /**
   * @param {number[]} bytes
   * @param {number} window
   */
  #request(bytes, window) {
    const request = Buffer.from(bytes);
    request.writeUInt32LE(window, 4);
    this.#socket.write(request);
    this.#requests = (this.#requests + 1) % 0x10000;
    return this.#requests;
  }

  /** @param {Buffer} bytes */
  #read(bytes) {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    for (;;) {
      const isHello = this.#root === 0;
      const head = isHello ? 8 : 32;
      if (this.#unread.length < head) return;
      const more = isHello ? this.#unread.readUInt16LE(6)
        : this.#unread[0] === REPLY ? this.#unread.readUInt32LE(4) : 0;
      const end = head + 4 * more;
      if (this.#unread.length < end) return;
      const reply = Buffer.from(this.#unread.subarray(0, end));
      this.#unread = this.#unread.subarray(end);
      const request = isHello ? 0 : reply.readUInt16LE(2);
      this.#waiting.get(request)?.(reply);
      this.#waiting.delete(request);
    }
  }
}
