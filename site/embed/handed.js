// How a script that was fetched late hands over what it brings: nothing is put on the page's
// global object.

/** The event, on the script's own element; its detail is what the script brings. */
export const HANDED = "klog-engine";
