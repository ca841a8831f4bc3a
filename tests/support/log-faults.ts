import { LOG_EVENTS } from "../../app/lib/log";

/** Fields that may hold an id, and the host of a node, which has a port on a test's machine. */
const ALLOWED = [
  /"(order|product)":"([\w-]{1,24}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})"/g,
  /\b(127\.0\.0\.1|localhost):\d+/g,
];

/** What no line may have. These patterns are others than those that redact. */
const FORBIDDEN: readonly [what: string, pattern: RegExp][] = [
  ["the address of a wallet", /[1-9A-HJ-NP-Za-km-z]{32,}/],
  ["a token", /(?=[\w-]*\d)[\w-]{20,}/],
  ["an e-mail address", /@/],
  ["a network address", /\d{1,3}(\.\d{1,3}){3}|[\da-f]*::[\da-f]*/i],
  ["a query", /[?&][\w.-]+=/],
  ["an address of a page", /https?:|"\/[\w/-]/],
];

/** What is wrong with lines of the Worker's log: what they may not have, and lines that are none of ours. */
export function logFaults(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const rest = ALLOWED.reduce((text, pattern) => text.replaceAll(pattern, ""), line);
    const found = FORBIDDEN.filter(([, pattern]) => pattern.test(rest)).map(([what]) => what);
    if (!isOurs(line)) found.push("no event");
    return found.map((what) => `${what}: ${line}`);
  });
}

function isOurs(line: string): boolean {
  try {
    return (JSON.parse(line) as { event: string }).event in LOG_EVENTS;
  } catch {
    return false;
  }
}

/** How many faults a message names; all lines of a kind have the same cause. */
const SHOWN = 10;

/** Throws where a line of the Worker's log says who used the shop. */
export function assertCleanLog(lines: readonly string[]): void {
  const faults = logFaults(lines);
  if (faults.length === 0) return;
  throw new Error(`The log has what it may not have:\n${faults.slice(0, SHOWN).join("\n")}`);
}
