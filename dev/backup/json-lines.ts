// Gzipped files of JSON lines, read and written line by line.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";

/** JSON does not escape these two, which end a line for readers. */
const LINE_SEPARATORS = /[\u2028\u2029]/g;

export function line(value: unknown): string {
  const escaped = JSON.stringify(value).replace(
    LINE_SEPARATORS,
    (separator) => `\\u${separator.charCodeAt(0).toString(16)}`,
  );
  return `${escaped}\n`;
}

export async function* linesOf(path: string): AsyncGenerator<unknown> {
  const unzipped = createGunzip();
  createReadStream(path)
    .on("error", (error) => unzipped.destroy(error))
    .pipe(unzipped);
  for await (const text of createInterface({ input: unzipped, crlfDelay: Infinity })) {
    yield JSON.parse(text);
  }
}
