// The events between the one file's script and those that it takes out of it.

/** By this one the script of a language's pages hands over what starts them. */
export const HANDED_PAGE = "klog-page";

/** By this one a page is told that another takes its place in the same document. */
export const LEFT = "klog:leave";
