/** Crockford's base 32: without I, L, O and U, which are misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 80 bits, five for each of 16 characters. */
export const RECEIPT_NUMBER_BYTES = 10;

const GROUPS = /.{4}/g;

/** A receipt number from random bytes: four groups of four characters. */
export function receiptNumberOf(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let text = "";
  for (let at = 0; at < 16; at++) {
    text = ALPHABET.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return (text.match(GROUPS) ?? []).join("-");
}

/** What a text can name an order by. */
export interface NamedInText {
  /** Receipt numbers, as stored. */
  numbers: string[];
  /** What may be ids of orders or signatures of transactions. */
  words: string[];
}

/** Numbers and words of one text that are looked up. */
const MAX_NUMBERS = 3;
const MAX_WORDS = 10;

const NUMBER = /(?<![\dA-Z])[\dA-Z]{4}(?:[-‐–— ]?[\dA-Z]{4}){3}(?![\dA-Z])/gi;
/** Ids have at least 16 characters, signatures up to 88. */
const WORD = /[\w-]{16,88}/g;

/** Finds what a person has typed from a receipt, a page or an explorer. */
export function namedIn(text: string): NamedInText {
  const numbers = (text.match(NUMBER) ?? []).map(storedNumber);
  const words = text.match(WORD) ?? [];
  return {
    numbers: [...new Set(numbers)].slice(0, MAX_NUMBERS),
    words: [...new Set(words)].slice(0, MAX_WORDS),
  };
}

/** As it is stored: with the letters that look alike read as digits. */
function storedNumber(typed: string): string {
  const plain = typed
    .toUpperCase()
    .replace(/[^\dA-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return (plain.match(GROUPS) ?? []).join("-");
}
