/** A number as decimal text, which spreadsheets can add up; other values are text. */
export type Cell = string | { decimal: string };

/** Spreadsheets need it to read UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** A row of CSV (RFC 4180) with its line break. Text is quoted, whatever it has. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

/** The names of columns: constants of letters and blanks, as programs look for them. */
export function csvHeader(names: readonly string[]): string {
  return `${names.join(",")}\r\n`;
}

/**
 * Spreadsheets read text with such a first character as a formula, some also after blanks; an apostrophe
 * prevents it. Full-width and other forms of the signs are compared by their compatibility form.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Default_Ignorable_Code_Point}\p{Cc}]*[=+\-@\u2212])/u;

function cellText(cell: Cell): string {
  if (typeof cell !== "string") return cell.decimal;
  const safe = FORMULA.test(cell.normalize("NFKC")) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
