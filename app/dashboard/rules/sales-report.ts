const COLUMNS = ["Product ID", "Title", "Sales", "Price", "Status"] as const;

export interface ReportLine {
  id: string;
  title: string;
  sales: number;
  /** SOL as decimal text. */
  price: string;
  status: string;
}

/**
 * The sales report as CSV (RFC 4180) with the byte order mark that spreadsheets need to read UTF-8.
 * The column names are not translated: programs read them.
 */
export function salesReportCsv(lines: readonly ReportLine[]): string {
  const rows = lines.map(({ id, title, sales, price, status }) => [
    id,
    title,
    String(sales),
    price,
    status,
  ]);
  return `\ufeff${[COLUMNS, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

/** Spreadsheets read text with such a first character as a formula; an apostrophe prevents it. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
