/** A code of which each order of a local chain takes a use. */
export interface LocalnetCode {
  name: string;
  /** Of the seller's price, taken off it; 0 for none. */
  percent: number;
}

const CODE = /^([\w-]{1,32})(?::([1-9]\d?))?$/;
const MAX_CODES = 2;

/** Of `name` or `name:percent` with commas between; null for anything else. An empty text names none. */
export function parseLocalnetCodes(text: string): LocalnetCode[] | null {
  const codes = text
    .split(",")
    .filter(Boolean)
    .map((one) => {
      const [, name = "", percent = "0"] = CODE.exec(one) ?? [];
      return { name, percent: Number(percent) };
    });
  return codes.length <= MAX_CODES && codes.every(({ name }) => name) ? codes : null;
}
