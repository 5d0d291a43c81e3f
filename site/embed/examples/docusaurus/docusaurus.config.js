const baseUrl = "/course/";

export default {
  title: "Logs for beginners",
  url: "https://school.example",
  baseUrl,
  scripts: [{ src: `${baseUrl}kaen-log/klog-demo.js`, defer: true }],
  presets: [["classic", {
    docs: { routeBasePath: "/", sidebarPath: "./sidebars.js" },
    blog: false,
    pages: false,
    sitemap: false,
  }]],
};
