import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { DescriptionBlock, DescriptionInline } from "../../../app/products/rules/description";
import { beginningOf, readDescription } from "../../../app/products/rules/parse-description";
import { MAX_DESCRIPTION_CHARS } from "../../../app/products/rules/product-fields";
import { Description } from "../../../app/products/ui/description";
import { anyText } from "../../support/any-text";

const read = (description: string) =>
  readDescription({ description, descriptionFormat: "markdown" });

/** The page's HTML of a description without classes and the two elements around it. */
function htmlOf(source: string): string {
  const page = <Description {...read(source)} topHeading="h2" className="" />;
  return renderToStaticMarkup(page)
    .replace(/ class="[^"]*"/g, "")
    .replace(/^<div>|<\/div>$/g, "")
    .replace(/<li><div>(.*?)<\/div><\/li>/gs, "<li>$1</li>");
}

const link = (url: string, text: string) =>
  `<a href="${url}" target="_blank" rel="nofollow ugc noopener">${text}</a>`;

// spec: markdown.elements
test.each([
  ["one\ntwo\n\nthree", "<p>one\ntwo</p><p>three</p>"],
  ["*a* **b** ***c***", "<p><em>a</em> <strong>b</strong> <em><strong>c</strong></em></p>"],
  ["## Low\n\n# High\n\n### Below", "<h2>Low</h2><h2>High</h2><h3>Below</h3>"],
  ["- a\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"],
  ["3. a\n4. b", '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
  ["> a\n> b", "<blockquote><p>a\nb</p></blockquote>"],
  ["`a < b`", "<p><code>a &lt; b</code></p>"],
  ["```js\nlet a;\n\nb\n```", "<pre>let a;\n\nb</pre>"],
  ["a\n\n---\n\nb", "<p>a</p><hr/><p>b</p>"],
  [
    "[a *b*](https://x.example/?q=1&r=2)",
    `<p>${link("https://x.example/?q=1&amp;r=2", "a <em>b</em>")}</p>`,
  ],
  ["<mailto:a@b.example>", `<p>${link("mailto:a@b.example", "mailto:a@b.example")}</p>`],
  ["[](http://x.example)", `<p>${link("http://x.example/", "http://x.example/")}</p>`],
  // What plain text has without meaning it.
  ["Title\n=====", "<p>Title\n=====</p>"],
  ["a\n\n    b", "<p>a</p><p>b</p>"],
  ["&copy; 2 &lt; 3", "<p>&amp;copy; 2 &amp;lt; 3</p>"],
  ["snake_case_name 2 * 3 * 4", "<p>snake_case_name 2 * 3 * 4</p>"],
])("%j is %j", (source, html) => {
  expect(htmlOf(source)).toBe(html);
});

// spec: markdown.links, markdown.elements
test.each([
  ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
  ["<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"],
  ["<!-- a -->", "<p>&lt;!-- a --&gt;</p>"],
  ["[a](javascript:alert(1))", "<p>a</p>"],
  ["[a](JaVaScRiPt:alert(1))", "<p>a</p>"],
  ["[a](&#106;avascript:alert(1))", "<p>a</p>"],
  ["[a](<java\tscript:alert(1)>)", "<p>a</p>"],
  ["[a](data:text/html,x)", "<p>a</p>"],
  ["[a](vbscript:x) [b](file:///etc) [c](blob:x)", "<p>a b c</p>"],
  ["[a](/admin) [b](//evil.example) [c](?x) [d](#x)", "<p>a b c d</p>"],
  ["[a](https://known.example@evil.example)", "<p>a</p>"],
  ["<javascript:alert(1)>", "<p>javascript:alert(1)</p>"],
  ["![alternative](https://x.example/a.png)", "<p>alternative</p>"],
  [
    "[![alt](https://x.example/a.png)](https://y.example)",
    `<p>${link("https://y.example/", "alt")}</p>`,
  ],
  ["[a]: https://x.example\n\n[a]", "<p>[a]: https://x.example</p><p>[a]</p>"],
  ['[a](https://x.example "&quot; onclick=x")', `<p>${link("https://x.example/", "a")}</p>`],
  [
    '[a](https://x.example/"onclick="x)',
    `<p>${link("https://x.example/%22onclick=%22x", "a")}</p>`,
  ],
  ["a\0b", "<p>a\ufffdb</p>"],
])("%j is harmless", (source, html) => {
  expect(htmlOf(source)).toBe(html);
});

// spec: markdown.plain
test("plain text stays as it is typed", () => {
  const description = "**a**\n\n- b\n<i>c</i> [d](https://x.example)";
  const shown = readDescription({ description, descriptionFormat: "plain" });
  expect(shown).toEqual({ description, formatted: null });
  const page = renderToStaticMarkup(<Description {...shown} topHeading="h2" className="" />);
  expect(page).toMatch(/^<p class="[^"]*whitespace-pre-line[^"]*">\*\*a\*\*\n\n- b\n&lt;i&gt;c/);
});

// spec: markdown.text
test("the text of a description has its words in order, and no sign of markup", () => {
  const source =
    "# Rain\n\n**An** *hour* of `rain`,\nin [stereo](https://x.example):\n\n1. a\n2. b\n   - c\n\n> d\n\n---\n\n```\ne\n```";
  const text = "Rain\n\nAn hour of rain,\nin stereo:\n\na\nb\nc\n\nd\n\ne";
  expect(read(source).description).toBe(text);
  const long = {
    description: `**${"a ".repeat(MAX_DESCRIPTION_CHARS / 2)}`,
    descriptionFormat: "markdown",
  } as const;
  expect(beginningOf(long).length).toBeLessThanOrEqual(1_000);
  expect(beginningOf({ description: source, descriptionFormat: "markdown" })).toBe(text);
});

interface Measured {
  nodes: number;
  /** Of quotes, lists, links and marks within each other. */
  depth: number;
  /** UTF-16 code units of text. */
  chars: number;
}

const EMPTY: Measured = { nodes: 0, depth: 0, chars: 0 };

function sum(parts: Measured[], deeper = 0): Measured {
  const total = (key: "nodes" | "chars") => parts.reduce((all, part) => all + part[key], 0);
  const depth = deeper + Math.max(0, ...parts.map((part) => part.depth));
  return { nodes: total("nodes") + 1, chars: total("chars"), depth };
}

const leaf = (text: string): Measured => ({ ...EMPTY, nodes: 1, chars: text.length });

/** Throws for what is not of the allow-list. */
function measureInline(inline: DescriptionInline): Measured {
  if (typeof inline === "string") return leaf(inline);
  const keys = Object.keys(inline).sort();
  if (inline.type === "code") {
    expect(keys).toEqual(["text", "type"]);
    return leaf(inline.text);
  }
  expect(keys).toEqual(inline.type === "link" ? ["children", "type", "url"] : ["children", "type"]);
  expect(["emphasis", "strong", "link"]).toContain(inline.type);
  if (inline.type === "link") expect(inline.url).toMatch(/^(https?:\/\/|mailto:)/);
  return sum(inline.children.map(measureInline), 1);
}

function measureBlock(block: DescriptionBlock): Measured {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return sum(block.children.map(measureInline));
    case "list":
      return sum(
        block.items.map((item) => sum(item.map(measureBlock))),
        1,
      );
    case "quote":
      return sum(block.children.map(measureBlock), 1);
    case "code-block":
      return leaf(block.text);
    case "rule":
      return leaf("");
    default:
      throw new Error(`not allowed: ${JSON.stringify(block)}`);
  }
}

/** What the parser may have to do is bounded: the same signs bound what it returns. */
const MAX_NODES = 4_000;

function expectBounded(source: string): void {
  const { formatted, description } = read(source);
  if (!formatted) {
    expect(description).toBe(source);
    return;
  }
  const { nodes, depth, chars } = sum(formatted.map(measureBlock));
  expect(nodes).toBeLessThan(MAX_NODES);
  expect(depth).toBeLessThanOrEqual(6);
  // A link without words shows its address.
  expect(chars).toBeLessThanOrEqual(3 * source.length + 10);
}

const PIECES = [
  "*",
  "**",
  "_",
  "`",
  "```\n",
  "[",
  "](",
  "](https://x.example)",
  ")",
  "![",
  ">",
  "- ",
  "1. ",
  "# ",
  "\n",
  "\n\n",
  "  ",
  "\t",
  "<",
  "<https://a.b>",
  "\\",
  "a",
  "b ",
  "&#0;",
  "---\n",
];

// spec: markdown.elements
test("any text gives allowed elements, six within each other at most", () => {
  const signs = fc.array(fc.constantFrom(...PIECES), { maxLength: 200 }).map((all) => all.join(""));
  fc.assert(fc.property(fc.oneof(anyText, signs), expectBounded));
});

const flood = (pattern: string) =>
  pattern.repeat(Math.floor(MAX_DESCRIPTION_CHARS / pattern.length));
const within = (text: string) => text.slice(0, MAX_DESCRIPTION_CHARS);
const stairs = (steps: number) =>
  Array.from({ length: steps }, (_, step) => `${"  ".repeat(step)}- a\n`).join("");

// Measured for each before the signs were counted: up to 13 s of processor time (decision 083).
const HOSTILE: Record<string, string> = {
  "brackets that open": flood("["),
  "images that open": flood("!["),
  "links that open": flood("[a]("),
  "brackets in each other": `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
  "links in each other": `${"[".repeat(2_500)}a${"](x)".repeat(1_800)}`,
  "parentheses of an address": `[a](${"(".repeat(9_000)}`,
  quotes: flood(">"),
  "quotes and lazy lines": `${"> ".repeat(1_000)}a\n${"a\n".repeat(3_999)}`,
  "quotes of each line": `${"> ".repeat(50)}a\n`.repeat(97),
  "emphasis of two kinds": flood("*_"),
  "emphasis that closes crosswise": flood("*a_ "),
  "emphasis in each other": `${"*a ".repeat(1_600)}${" a*".repeat(1_600)}`,
  "one run of stars": flood("*"),
  "one opening and many closings": `a**b${"c* ".repeat(3_300)}`,
  "lists in each other": flood("- "),
  "lists of two kinds": flood("* - "),
  "numbered lists in each other": flood("1. "),
  "lists and quotes": flood("+ > "),
  "deep lists and empty lines": `${"- ".repeat(1_000)}a\n${"\n".repeat(4_000)}  b`,
  "lists by indentation": within(stairs(100)),
  "sixteen lists in each line": within(`${"- ".repeat(16)}a\n`.repeat(400)),
  "stairs and empty lines": within(`${stairs(16)}${" \n".repeat(5_000)}b`),
  "runs of backticks": within(Array.from({ length: 150 }, (_, n) => "`".repeat(n + 1)).join(" ")),
  "code that opens": flood("`a"),
  fences: flood("```\n"),
  references: flood("&amp;"),
  "numeric references": flood("&#0;"),
  "tags that open": flood('<a href="'),
  comments: flood("<!--"),
  definitions: flood("[a]: b\n"),
  headings: flood("# a\n"),
  "lines of one letter": flood("a\n"),
  rules: flood("---\n"),
  backslashes: flood("\\"),
  tabs: flood("-\t"),
  "white space": flood(" "),
  "lone surrogates": flood("\ud800"),
  "direction overrides": flood("\u202e"),
  "NUL characters": flood("\0"),
};

// spec: markdown.bounded
test.each(Object.entries(HOSTILE))("10,000 characters of %s give a bounded result", (_, source) => {
  for (const share of [1, 0.3, 0.1]) expectBounded(source.slice(0, source.length * share));
});

// spec: markdown.bounded
test("what takes the parser long is shown as it is typed, and a long page of text is not", () => {
  const isPlain = (source: string) => read(source).formatted === null;
  expect(isPlain("- ".repeat(17))).toBe(true);
  expect(isPlain("- ".repeat(16))).toBe(false);
  expect(isPlain("*a ".repeat(1_001))).toBe(true);
  const page = `## Part\n\nSome **bold** and [linked](https://x.example) words${", and others".repeat(5)}.\n\n- one\n- two\n\n`;
  expect(isPlain(flood(page))).toBe(false);
});
