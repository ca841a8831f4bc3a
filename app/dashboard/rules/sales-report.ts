import { BYTE_ORDER_MARK, csvHeader, csvRow } from "../../lib/csv";

const COLUMNS = ["Product ID", "Title", "Sales", "Price", "Status"] as const;

export interface ReportLine {
  id: string;
  title: string;
  sales: number;
  /** SOL as decimal text. */
  price: string;
  status: string;
}

/** The sales report as CSV. The column names are not translated: programs read them. */
export function salesReportCsv(lines: readonly ReportLine[]): string {
  const rows = lines.map(({ id, title, sales, price, status }) => [
    id,
    title,
    { decimal: String(sales) },
    { decimal: price },
    status,
  ]);
  return BYTE_ORDER_MARK + csvHeader(COLUMNS) + rows.map(csvRow).join("");
}
