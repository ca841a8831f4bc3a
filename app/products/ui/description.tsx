// @chunk product
import { createElement, Fragment, type ReactNode } from "react";
import { assertNever } from "../../lib/assert-never";
import type { DescriptionBlock, DescriptionInline, ShownDescription } from "../rules/description";

type TopHeading = "h2" | "h3";
const LOWER = { h2: "h3", h3: "h4" } as const;

interface Props extends ShownDescription {
  /** The level of its highest headings, which come after one of the page. */
  topHeading: TopHeading;
  className: string;
}

/** A product's description: plain text, or the elements of its Markdown. */
export function Description({ description, formatted, topHeading, className }: Props) {
  const text = `max-w-prose wrap-anywhere ${className}`;
  if (!formatted) return <p className={`whitespace-pre-line ${text}`}>{description}</p>;
  return (
    <div className={`grid gap-3 *:min-w-0 ${text}`}>
      <Blocks blocks={formatted} topHeading={topHeading} />
    </div>
  );
}

/** As one element, whose children need no keys. */
function all(children: ReactNode[]) {
  return createElement(Fragment, null, ...children);
}

interface BlocksProps {
  blocks: readonly DescriptionBlock[];
  topHeading: TopHeading;
}

function Blocks({ blocks, topHeading }: BlocksProps) {
  return all(blocks.map((block) => blockElement(block, topHeading)));
}

function blockElement(block: DescriptionBlock, topHeading: TopHeading): ReactNode {
  switch (block.type) {
    case "paragraph":
      return <p className="whitespace-pre-line">{inlineElements(block.children)}</p>;
    case "heading": {
      const Heading = block.level === 1 ? topHeading : LOWER[topHeading];
      const size = block.level === 1 ? "text-xl" : "text-lg";
      return (
        <Heading className={`mt-2 font-bold text-ink leading-snug ${size}`}>
          {inlineElements(block.children)}
        </Heading>
      );
    }
    case "list": {
      const items = all(block.items.map((item) => itemElement(item, topHeading)));
      if (block.start === null) return <ul className="list-disc pl-6">{items}</ul>;
      return (
        <ol start={block.start} className="list-decimal pl-8">
          {items}
        </ol>
      );
    }
    case "quote":
      return (
        <blockquote className="grid gap-3 border-line-2 border-l-4 pl-4 *:min-w-0">
          <Blocks blocks={block.children} topHeading={topHeading} />
        </blockquote>
      );
    case "code-block":
      return (
        <pre className="whitespace-pre-wrap rounded-md border border-line bg-sunk p-3 font-mono text-sm">
          {block.text}
        </pre>
      );
    case "rule":
      return <hr className="border-line" />;
    default:
      return assertNever(block);
  }
}

/** The grid is within the item, which keeps its marker. */
function itemElement(blocks: readonly DescriptionBlock[], topHeading: TopHeading) {
  return (
    <li>
      <div className="grid gap-1.5 *:min-w-0">
        <Blocks blocks={blocks} topHeading={topHeading} />
      </div>
    </li>
  );
}

function inlineElements(inlines: readonly DescriptionInline[]): ReactNode {
  return all(inlines.map(inlineElement));
}

function inlineElement(inline: DescriptionInline): ReactNode {
  if (typeof inline === "string") return inline;
  switch (inline.type) {
    case "emphasis":
      return <em>{inlineElements(inline.children)}</em>;
    case "strong":
      return <strong>{inlineElements(inline.children)}</strong>;
    case "link":
      return (
        <a href={inline.url} target="_blank" rel="nofollow ugc noopener" className="link">
          {inlineElements(inline.children)}
        </a>
      );
    case "code":
      return <code className="rounded-sm bg-sunk px-1 font-mono text-[0.9em]">{inline.text}</code>;
    default:
      return assertNever(inline);
  }
}
