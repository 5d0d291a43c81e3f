// The verdict in words: one polite line that says the state, and an alert beside it for what
// needs somebody to act.

/**
 * What the line tells of; "unloaded" stands in the HTML until the script comes.
 * @typedef {"unloaded" | "ready" | "running" | "same" | "own" | "differs" | "stopped"
 *   | "failed"} State
 */

/** A status line and its alert. */
export class Status {
  /**
   * @param {HTMLElement} line has the role "status"
   * @param {HTMLElement} alert has the role "alert" and is hidden while it says nothing
   */
  constructor(line, alert) {
    /** @private */
    this.line = line;
    /** @private */
    this.alertBox = alert;
  }

  /** @returns {State} */
  get state() {
    return /** @type {State} */ (this.line.dataset.state);
  }

  /**
   * Says the state; the same words twice are not announced twice.
   * @param {State} state
   * @param {string} words
   */
  say(state, words) {
    this.line.dataset.state = state;
    if (this.line.textContent !== words) this.line.textContent = words;
  }

  /**
   * Says what has to be done; no words take the alert away.
   * @param {string} words
   */
  alert(words) {
    this.alertBox.hidden = words === "";
    this.alertBox.textContent = words;
  }
}
