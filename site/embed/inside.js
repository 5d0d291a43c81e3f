// What came in the same script as the element. There is nothing in here but in the one-file build;
// else it is fetched when it is needed.

/** @import { Packed } from "./internal.js" */
/** @import { Views } from "./views.js" */

/** @type {{ views: Views | null, packed: Packed | null }} */
export const inside = { views: null, packed: null };
