import type { ReceivedShares } from "../ports";
import { SHARES_HEADER, shareRow } from "../rules/shares-report";

/** Entries of one query, and of one chunk of the report. */
const PAGE_SIZE = 1_000;

/** What a person received and is owed as an author, as CSV (UTF-8). Read page by page, as it is taken. */
export function reportShares(
  { uid }: { uid: string },
  deps: { receivedShares: Pick<ReceivedShares, "entries"> },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const entries = await deps.receivedShares.entries(uid, { after, limit: PAGE_SIZE });
        const rows = entries.map(shareRow).join("");
        const text = (after === 0 ? SHARES_HEADER : "") + rows;
        if (text !== "") controller.enqueue(encoder.encode(text));
        after = entries.at(-1)?.id ?? after;
        if (entries.length < PAGE_SIZE) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
