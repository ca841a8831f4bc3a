import type { WireTransaction } from "./parse-wire";

const MEMO_PROGRAMS = new Set([
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVddwQDxFMNo",
]);

/** The memos of a transaction as signature lists show them: `[bytes] text`, joined by `; `. */
export function memoOf(wire: WireTransaction): string | null {
  const memos = wire.instructions
    .filter((instruction) => MEMO_PROGRAMS.has(wire.staticKeys[instruction.programIndex] ?? ""))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString("utf8")}`);
  return memos.length === 0 ? null : memos.join("; ");
}
