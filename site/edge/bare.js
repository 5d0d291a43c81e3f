// The library's glue with nothing of ours around it, for tests and for measuring.

export { default } from "virtual:workers-glue";
