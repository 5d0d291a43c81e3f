import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

const base = "/course";

export default defineConfig({
  site: "https://school.example",
  base,
  integrations: [starlight({
    title: "Logs for beginners",
    head: [{ tag: "script", attrs: { src: `${base}/kaen-log/klog-demo.js`, defer: true } }],
  })],
});
