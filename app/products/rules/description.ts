import { assertNever } from "../../lib/assert-never";

/** How a description is written. Rows of before there was Markdown are plain text. */
export type DescriptionFormat = "plain" | "markdown";

/** Text, with line breaks as `\n`, and what stands within it. */
export type DescriptionInline =
  | string
  | { type: "emphasis" | "strong"; children: DescriptionInline[] }
  /** `url` is an absolute one of `http:`, `https:` or `mailto:`. */
  | { type: "link"; url: string; children: DescriptionInline[] }
  | { type: "code"; text: string };

export type DescriptionBlock =
  | { type: "paragraph"; children: DescriptionInline[] }
  /** 2 for those below another heading. */
  | { type: "heading"; level: 1 | 2; children: DescriptionInline[] }
  /** `start` is the first number; null for a list without numbers. */
  | { type: "list"; start: number | null; items: DescriptionBlock[][] }
  | { type: "quote"; children: DescriptionBlock[] }
  | { type: "code-block"; text: string }
  | { type: "rule" };

/** A description as others see it. */
export interface ShownDescription {
  /** As plain text, for lists, wallets and search engines. */
  description: string;
  /** What a page renders in its place; null for plain text. */
  formatted: DescriptionBlock[] | null;
}

/** The text of parsed blocks, without any markup. */
export function textOfBlocks(blocks: readonly DescriptionBlock[]): string {
  return joined(blocks.map(textOfBlock), "\n\n");
}

function textOfBlock(block: DescriptionBlock): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return textOfInlines(block.children);
    case "list":
      return joined(
        block.items.map((item) => joined(item.map(textOfBlock), "\n")),
        "\n",
      );
    case "quote":
      return textOfBlocks(block.children);
    case "code-block":
      return block.text;
    case "rule":
      return "";
    default:
      return assertNever(block);
  }
}

export function textOfInlines(inlines: readonly DescriptionInline[]): string {
  return inlines
    .map((inline) => {
      if (typeof inline === "string") return inline;
      return inline.type === "code" ? inline.text : textOfInlines(inline.children);
    })
    .join("");
}

function joined(texts: readonly string[], separator: string): string {
  return texts.filter((text) => text !== "").join(separator);
}
