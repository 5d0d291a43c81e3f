import { HtmlBasePlugin } from "@11ty/eleventy";

export default (config) => {
  config.addPassthroughCopy({ "node_modules/kaen-log": "kaen-log" });
  config.addPlugin(HtmlBasePlugin); // puts pathPrefix before addresses
  config.ignores.add("README.md");
  return { pathPrefix: "/course/" };
};
