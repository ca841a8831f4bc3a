import { BYTE_ORDER_MARK, csvHeader, csvRow } from "../../lib/csv";
import { formatSol } from "../../lib/lamports";
import type { Code } from "./code";

/** A code with what it sold, in lamports; refunds are negative. */
export interface ReportedCode extends Pick<Code, "name" | "kind" | "value"> {
  used: number;
  gross: bigint;
  refunds: bigint;
  net: bigint;
}

const COLUMNS = [
  "Name",
  "Kind",
  "Value",
  "Uses",
  "Gross lamports",
  "Gross SOL",
  "Refunds lamports",
  "Refunds SOL",
  "Net lamports",
  "Net SOL",
] as const;

/**
 * The report of codes as CSV. The value is percent, or SOL; net is after refunds and commission. The column names are
 * not translated: programs read them.
 */
export function codesReportCsv(codes: readonly ReportedCode[]): string {
  const rows = codes.map(({ name, kind, value, used, gross, refunds, net }) => [
    name,
    kind,
    { decimal: kind === "percent" ? String(value) : formatSol(BigInt(value)) },
    { decimal: String(used) },
    ...[gross, refunds, net].flatMap((lamports) => [
      { decimal: String(lamports) },
      { decimal: formatSol(lamports) },
    ]),
  ]);
  return BYTE_ORDER_MARK + csvHeader(COLUMNS) + rows.map(csvRow).join("");
}
