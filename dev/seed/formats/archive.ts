import { strToU8, type Zippable, zipSync } from "fflate";

/** A fixed date, so that each run creates the same bytes. */
const ENTRY_DATE = new Date(2026, 0, 15, 12);

/** A ZIP of named entries, in the order given. */
export function archive(entries: Record<string, string | Uint8Array>): Uint8Array {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(entries)) {
    const bytes = typeof content === "string" ? strToU8(content) : content;
    files[name] = [bytes, { mtime: ENTRY_DATE, level: 6 }];
  }
  return zipSync(files);
}
