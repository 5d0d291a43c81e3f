// Unpacks what stands in a script as text: gzip in base64, which a page of a disk can read when it
// can read no other file.

/** Whether this browser can unpack it. */
export const canUnpack = () => typeof DecompressionStream === "function";

/**
 * Unpacks a text.
 *
 * Errors: where it is anything else, or not whole.
 * @param {string} text
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function unpack(text) {
  const letters = atob(text);
  const packed = new Uint8Array(letters.length);
  for (let i = 0; i < packed.length; i++) packed[i] = letters.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
