/** A number as decimal text, which spreadsheets can add up; other values are text. */
export type Cell = string | { decimal: string };

/** Spreadsheets need it to read UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** A row of CSV (RFC 4180) with its line break. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

/** Spreadsheets read text with such a first character as a formula; an apostrophe prevents it. */
const FORMULA = /^[=+\-@\t\r]/;

function cellText(cell: Cell): string {
  if (typeof cell !== "string") return cell.decimal;
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
