// @chunk files
/** A pictograph, or several joined to one emoji, with its variation and skin tone. */
const EMOJI =
  /\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?)*/u;
const KEYCAP = /[\d#*]\ufe0f\u20e3/u;
/** Joiners that change how letters of other scripts than Latin are written. */
const JOINER = /(?<=(?!\p{Script=Latin})[\p{L}\p{M}])[\u200c\u200d](?=(?!\p{Script=Latin})\p{L})/u;
/**
 * Control characters, direction overrides, and everything that takes no space or is blank without
 * being a space: U+115F and others are in `Default_Ignorable_Code_Point`, U+2800 is blank Braille.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/u;

const PIECES = new RegExp(
  `(${[EMOJI, KEYCAP, JOINER].map(({ source }) => source).join("|")})|${INVISIBLE.source}`,
  "gu",
);

/**
 * Text of one line as it is stored and shown to others, in wallets too: without control characters,
 * direction overrides and invisible characters; line breaks and runs of white space become a space.
 */
export function cleanLine(text: string): string {
  return removeInvisible(text.replace(/\s+/gu, " ")).replace(/ +/g, " ").trim();
}

/** The same for text of several lines: keeps tabs, line breaks (as `\n`), and one empty line in a row. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .split("\n")
    .map((line) => line.split("\t").map(removeInvisible).join("\t").trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function removeInvisible(text: string): string {
  return text.replace(PIECES, (_, kept: string | undefined) => kept ?? "").normalize("NFC");
}
