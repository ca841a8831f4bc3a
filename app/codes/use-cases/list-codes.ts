import type { Codes, ListedCode } from "../../../db/codes/codes";
import { formatSol } from "../../lib/lamports";
import type { Clock } from "../../lib/ports";
import type { CodeSales, CodeSums } from "../ports";
import type { Code } from "../rules/code";
import { MAX_CODES } from "../rules/code-form";
import { codeState } from "../rules/code-state";
import { codesReportCsv } from "../rules/codes-report";

/** Codes of one page. */
const PAGE_SIZE = 100;
/** A merge can bring as many codes again as one account can have. */
const MAX_REPORTED = 2 * MAX_CODES;

interface Deps {
  codes: Pick<Codes, "page">;
  codeSales: CodeSales;
  clock: Clock;
}

/** A page of a seller's codes as it is shown, from 1 on: amounts are SOL as decimal text. */
export async function listCodes({ uid, page }: { uid: string; page: number }, deps: Deps) {
  const span = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const { codes, total } = await deps.codes.page(uid, span);
  const sums = await deps.codeSales.ofCodes(uid, idsOf(codes));
  const now = deps.clock.now();
  return {
    codes: codes.map((code) => shownCode(code, sums.get(code.id), now)),
    page,
    pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
  };
}

function shownCode(code: ListedCode, sums: CodeSums | undefined, now: number) {
  const { id, name, isForAll, products, product, appliedOn, used } = code;
  const { capacity, perPerson, startsAt, endsAt, minLamports } = code;
  return {
    ...{ id, name, isForAll, products, product, appliedOn, used },
    ...{ capacity, perPerson, startsAt, endsAt },
    off: amountOff(code),
    minimum: minLamports === null ? null : formatSol(minLamports),
    state: codeState(code, { used, now }),
    /** Sales less refunds. */
    revenue: formatSol(sums ? sums.gross + sums.refunds : 0n),
  };
}

/** Percent as a number, or SOL as decimal text. */
function amountOff({ kind, value }: Pick<Code, "kind" | "value">) {
  return kind === "percent"
    ? ({ kind, percent: value } as const)
    : ({ kind, sol: formatSol(BigInt(value)) } as const);
}

/** A seller's codes and what they brought as CSV. */
export async function reportCodes({ uid }: { uid: string }, deps: Deps): Promise<string> {
  const { codes } = await deps.codes.page(uid, { limit: MAX_REPORTED, offset: 0 });
  const sums = await deps.codeSales.ofCodes(uid, idsOf(codes));
  const none = { gross: 0n, refunds: 0n, net: 0n };
  return codesReportCsv(codes.map((code) => ({ ...code, ...(sums.get(code.id) ?? none) })));
}

function idsOf(codes: readonly Code[]): string[] {
  return codes.map(({ id }) => id);
}
