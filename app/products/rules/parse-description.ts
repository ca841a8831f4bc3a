// The server parses, and a page gets the blocks. Only the preview of a product has the parser in the browser, in a
// chunk of its own: `tests/unit/structure/heavy-packages.test.ts` looks for it.
import { fromMarkdown } from "mdast-util-from-markdown";
import {
  type DescriptionBlock,
  type DescriptionFormat,
  type DescriptionInline,
  type ShownDescription,
  textOfBlocks,
  textOfInlines,
} from "./description";

type Root = ReturnType<typeof fromMarkdown>;
type RootContent = Root["children"][number];
type PhrasingContent = Extract<RootContent, { type: "paragraph" }>["children"][number];

/** Quotes, lists, links and marks within each other. What is deeper becomes its text. */
const MAX_DEPTH = 6;
/**
 * Lines and signs that can be markup. The parser takes time by the square of some of them; a long text with
 * headings, lists and links has some hundreds.
 */
const MAX_SIGNS = 1_000;
/**
 * Columns of the white space and markers of lists and quotes that a line begins with: the parser takes time by
 * the third power of how deep these are in each other.
 */
const MAX_MARKER_COLUMNS = 32;

const SIGNS = /\*+|_+|[`[\]<>\n\r]/g;
/** The beginning of each line up to its last marker of a list or quote. */
const MARKERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$)))+/gm;
const LIST_MARKER = /[-+*.)]/g;
const TAB_COLUMNS = 4;

/** What stands as it is typed: HTML, references, and what plain text has without meaning it. */
const NOT_MARKUP = [
  "htmlFlow",
  "htmlText",
  "definition",
  "codeIndented",
  "setextUnderline",
  "characterReference",
];

const LINK_PROTOCOLS = ["http:", "https:", "mailto:"];

interface Described {
  description: string;
  descriptionFormat: DescriptionFormat;
}

/** What others see of a description. One with more signs than the parser should get is plain text. */
export function readDescription({ description, descriptionFormat }: Described): ShownDescription {
  const formatted = descriptionFormat === "markdown" ? parseDescription(description) : null;
  return { description: formatted ? textOfBlocks(formatted) : description, formatted };
}

/** Characters of a description that are read for its first lines. */
const BEGINNING_CHARS = 1_000;

/** The plain text of the beginning of a description, for lists. */
export function beginningOf({ description, descriptionFormat }: Described): string {
  const beginning = description.slice(0, BEGINNING_CHARS).replace(/\p{Cs}$/u, "");
  return readDescription({ description: beginning, descriptionFormat }).description;
}

/** Null for text that is not worth its time. */
function parseDescription(source: string): DescriptionBlock[] | null {
  if (!isCheap(source)) return null;
  const { children } = fromMarkdown(source, { extensions: [{ disable: { null: NOT_MARKUP } }] });
  return blocksOf(children, 0);
}

function isCheap(source: string): boolean {
  const markers = source.match(MARKERS) ?? [];
  const signs = countOf(SIGNS, source) + countOf(LIST_MARKER, markers.join(""));
  return signs <= MAX_SIGNS && markers.every((one) => columnsOf(one) <= MAX_MARKER_COLUMNS);
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

function columnsOf(text: string): number {
  return text.replaceAll("\t", " ".repeat(TAB_COLUMNS)).length;
}

/** `depth` is that of what contains the nodes. */
function blocksOf(nodes: readonly RootContent[], depth: number): DescriptionBlock[] {
  const headings = nodes.flatMap((node) => (node.type === "heading" ? [node.depth] : []));
  const highest = Math.min(...headings);
  let isBelow = false;
  return nodes.flatMap((node): DescriptionBlock[] => {
    if (node.type !== "heading") return blockOf(node, depth);
    // The first heading can be lower than one that follows.
    const level = isBelow && node.depth > highest ? 2 : 1;
    isBelow = true;
    return [{ type: "heading", level, children: inlinesOf(node.children, depth) }];
  });
}

function blockOf(
  node: Exclude<RootContent, { type: "heading" }>,
  depth: number,
): DescriptionBlock[] {
  const isTooDeep = depth >= MAX_DEPTH;
  switch (node.type) {
    case "paragraph":
      return paragraphOf(inlinesOf(node.children, depth));
    case "blockquote":
      if (isTooDeep) return paragraphOf([textOf(node)]);
      return [{ type: "quote", children: blocksOf(node.children, depth + 1) }];
    case "list": {
      if (isTooDeep) return paragraphOf([textOf(node)]);
      const items = node.children.map(({ children }) => blocksOf(children, depth + 1));
      return [{ type: "list", start: node.ordered ? (node.start ?? 1) : null, items }];
    }
    case "code":
      return [{ type: "code-block", text: node.value }];
    case "thematicBreak":
      return [{ type: "rule" }];
    default:
      return paragraphOf([textOf(node)]);
  }
}

function paragraphOf(children: DescriptionInline[]): DescriptionBlock[] {
  return isBlank(children) ? [] : [{ type: "paragraph", children }];
}

function inlinesOf(nodes: readonly PhrasingContent[], depth: number): DescriptionInline[] {
  const inlines: DescriptionInline[] = [];
  for (const inline of nodes.flatMap((node) => inlineOf(node, depth))) {
    const last = inlines.at(-1);
    if (typeof inline === "string" && typeof last === "string")
      inlines.splice(-1, 1, last + inline);
    else inlines.push(inline);
  }
  return inlines;
}

function inlineOf(node: PhrasingContent, depth: number): DescriptionInline[] {
  const isTooDeep = depth >= MAX_DEPTH;
  switch (node.type) {
    case "emphasis":
    case "strong":
      if (isTooDeep) return [textOf(node)];
      return [{ type: node.type, children: inlinesOf(node.children, depth + 1) }];
    case "link": {
      const url = linkUrl(node.url);
      if (!url || isTooDeep) return inlinesOf(node.children, depth);
      const children = inlinesOf(node.children, depth + 1);
      return [{ type: "link", url, children: isBlank(children) ? [url] : children }];
    }
    case "inlineCode":
      return [{ type: "code", text: node.value }];
    default:
      return [textOf(node)];
  }
}

function isBlank(inlines: readonly DescriptionInline[]): boolean {
  return textOfInlines(inlines).trim() === "";
}

/** The address of a link that a page may have, else null. */
function linkUrl(typed: string): string | null {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  // `https://known.example@other.example` looks like the address of another.
  const isShown = url && LINK_PROTOCOLS.includes(url.protocol) && !url.username && !url.password;
  return isShown ? url.href : null;
}

/** The text of a node of any kind: an image has its alternative. */
function textOf(node: RootContent): string {
  switch (node.type) {
    case "break":
      return "\n";
    case "image":
    case "imageReference":
      return node.alt ?? "";
    default: {
      if ("value" in node) return node.value;
      if (!("children" in node)) return "";
      return node.children.map(textOf).join(isContainer(node) ? "\n" : "");
    }
  }
}

function isContainer({ type }: RootContent): boolean {
  return type === "blockquote" || type === "list" || type === "listItem";
}
