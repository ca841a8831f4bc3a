const TOKEN =
  /<!--[\s\S]*?-->|<\/[\w-]+>|<(?<tag>[\w-]+)(?<attributes>(?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(?<closed>\/?)>|[^<]+/g;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;
const VOID = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"]);
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
/** React's names of the attributes that HTML spells otherwise than in small letters with hyphens. */
const NAMES: Record<string, string> = {
  class: "className",
  for: "htmlFor",
  tabindex: "tabIndex",
  colspan: "colSpan",
  rowspan: "rowSpan",
  srcset: "srcSet",
  datetime: "dateTime",
  checked: "defaultChecked",
  value: "defaultValue",
};

interface Node {
  tag: string;
  props: string[];
  /** Expressions. */
  children: string[];
}

/**
 * The module of a component that renders the elements and texts of `html`, which React has rendered.
 * Links within the site become those of Remix. The code is what a compiler makes of JSX.
 */
export function htmlToJsx(html: string): string {
  const root: Node = { tag: "", props: [], children: [] };
  const open = [root];
  const close = () => {
    const node = open.pop();
    if (node) open.at(-1)?.children.push(expressionOf(node));
  };
  for (const { 0: token, groups = {} } of html.matchAll(TOKEN)) {
    const { tag, attributes = "", closed } = groups;
    if (token.startsWith("<!--")) continue;
    if (token.startsWith("</")) close();
    else if (tag) {
      open.push({ tag, props: propsOf(tag, attributes), children: [] });
      if (closed || VOID.has(tag)) close();
    } else open.at(-1)?.children.push(JSON.stringify(decode(token)));
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.tag}> is not closed`);
  return `import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { Link } from "@remix-run/react";
export default function Page() {
  return jsxs(Fragment, { children: [${root.children.join(", ")}] });
}
`;
}

function expressionOf({ tag, props, children }: Node): string {
  const isLink = tag === "a" && props.some((prop) => prop.startsWith('"to"'));
  const all = [...props];
  if (children.length === 1) all.push(`children: ${children[0]}`);
  if (children.length > 1) all.push(`children: [${children.join(", ")}]`);
  const type = isLink ? "Link" : JSON.stringify(tag);
  return `${children.length > 1 ? "jsxs" : "jsx"}(${type}, { ${all.join(", ")} })`;
}

function propsOf(tag: string, attributes: string): string[] {
  return [...attributes.matchAll(ATTRIBUTE)].flatMap(([, name = "", value]) => {
    if (name === "data-discover") return [];
    const text = decode(value ?? "");
    if (name === "style") return `style: ${styleOf(text)}`;
    const isPage = tag === "a" && name === "href" && /^\/(?!\/)/.test(text);
    const shown =
      value === undefined || (value === "" && name !== "value") ? "true" : JSON.stringify(text);
    const known = tag === "button" && name === "value" ? "value" : NAMES[name];
    return `${JSON.stringify(isPage ? "to" : (known ?? camelCase(name)))}: ${shown}`;
  });
}

/** Attributes of SVG; those of ARIA and of data keep their hyphens. */
function camelCase(name: string): string {
  if (/^(aria|data)-/.test(name)) return name;
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function styleOf(text: string): string {
  const entries = text
    .split(";")
    .filter(Boolean)
    .map((rule) => {
      const colon = rule.indexOf(":");
      const name = rule.slice(0, colon).trim();
      return [name.startsWith("--") ? name : camelCase(name), rule.slice(colon + 1).trim()];
    });
  return JSON.stringify(Object.fromEntries(entries));
}

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? "");
}
