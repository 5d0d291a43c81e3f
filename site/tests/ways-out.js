// What programs put out that the tests can't run: mdBook, which comes from no registry that the
// checks have, and WordPress, which needs a database. Both are as seen: mdBook's by its templates
// and scripts at 0.5, WordPress's by its own filters of a post's content at 6.1.

import { copied, copyOf, filesOf } from "./ways.js";

/** @import { Build } from "./deploy.js" */
/** @import { Markdown } from "./ways.js" */

/**
 * mdBook's script turns pages by these keys, wherever they are pressed but in its own search.
 */
const TURNS = `document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const way = { ArrowLeft: "previous", ArrowRight: "next" }[event.key];
  const link = way && document.querySelector(".nav-chapters." + way);
  if (!link) return;
  event.preventDefault();
  location.href = link.href;
});
`;

/**
 * A page of a book, with what of mdBook's a demo meets: classes of a theme at the root, scripts at
 * the end, links that keys follow.
 * @param {{ head: string, content: string, root: string, previous?: string | undefined,
 *   next?: string | undefined }} page
 */
const leaf = ({ head, content, root, previous, next }) => `<!DOCTYPE HTML>
<html lang="en" class="light sidebar-visible" dir="ltr">
<head>
<meta charset="UTF-8">
<title>Logs for beginners</title>
${head.replaceAll("{{ path_to_root }}", root)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>const path_to_root = "${root}";</script>
</head>
<body>
<div id="mdbook-content" class="content"><main>
${content}
</main></div>
<nav class="nav-wide-wrapper" aria-label="Page navigation">
${previous ? `<a rel="prev" href="${root}${previous}" class="nav-chapters previous">‹</a>` : ""}
${next ? `<a rel="next prefetch" href="${root}${next}" class="nav-chapters next">›</a>` : ""}
</nav>
<script src="${root}book.js"></script>
</body>
</html>
`;

/**
 * The example's book: a page for each chapter of the summary, one of all chapters to print, and
 * the other files of src/ as they are.
 * @param {Markdown} markdown
 * @returns {Build}
 */
export function book(markdown) {
  const files = filesOf(copyOf("mdbook"));
  const textOf = (/** @type {string} */ name) => String(files.get(name));
  const head = textOf("theme/head.hbs");
  const chapters = [...textOf("src/SUMMARY.md").matchAll(/\]\((.+)\.md\)/g)]
    .map(([, name = ""]) => name);
  const contents = chapters.map((name) => markdown.render(textOf(`src/${name}.md`)));
  /** @type {Build} */
  const pages = new Map([...copied(), ["book.js", Buffer.from(TURNS)]]);
  const put = (/** @type {string} */ name, /** @type {string} */ text) =>
    void pages.set(name, Buffer.from(text));
  chapters.forEach((name, i) => {
    const [previous, next] = [chapters[i - 1], chapters[i + 1]]
      .map((each) => each && `${each}.html`);
    const root = "../".repeat(name.split("/").length - 1);
    put(`${name}.html`, leaf({ head, content: contents[i] ?? "", root, previous, next }));
  });
  put("print.html", leaf({ head, content: contents.join("\n"), root: "" }));
  return pages;
}

/**
 * A post with the example's block among its paragraphs: the filters of a post's content take the
 * comments of blocks out, and leave a block Custom HTML as it is.
 * @param {string} block
 */
export const post = (block) => `<!DOCTYPE html>
<html lang="en-US">
<head>
<meta charset="UTF-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>What if the answer is lost? &#8211; Logs for beginners</title>
<style id='global-styles-inline-css'>
:where(.is-layout-flow) > * + * { margin-block-start: 24px; }
.is-layout-constrained > * { max-width: 620px; margin-left: auto; margin-right: auto; }
</style>
</head>
<body class="post-template-default single single-post wp-embed-responsive">
<div class="wp-site-blocks"><main class="wp-block-group">
<div class="entry-content wp-block-post-content is-layout-constrained">

<p>A producer that got no answer sends its batch again &#8212; what then?</p>



${block.trim()}



<p>Then it goes on with the next one.</p>

</div>
</main></div>
</body>
</html>
`;

/**
 * Fills in what an example leaves open: where its files are, and their integrity.
 * @param {Build} files
 * @param {string} at
 * @param {string} integrity
 * @returns {Build}
 */
export function filledIn(files, at, integrity) {
  return new Map([...files].map(([name, bytes]) => [name, /\.html$/.test(name)
    ? Buffer.from(bytes.toString().replaceAll("https://files.example/", at)
      .replaceAll("sha384-…", integrity))
    : bytes]));
}

/**
 * The example for WordPress, as a post.
 * @returns {Build}
 */
export function blog() {
  const block = filesOf(copyOf("wordpress")).get("block.html");
  return new Map([["2026/lost/index.html", Buffer.from(post(String(block)))]]);
}
