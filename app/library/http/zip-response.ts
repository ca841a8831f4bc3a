import { makeZip, predictLength } from "client-zip";
import { attachmentHeaders } from "./file-response";

/** A stored file that goes into a zip. */
export interface ZippedFile {
  /** Unique among the files of the zip, and not in a folder. */
  name: string;
  /** As recorded when the file was verified. */
  sizeBytes: number;
  /** Called once, when the files before it were read to their end. Gives a byte stream, as R2 does. */
  open(): Promise<ReadableStream<Uint8Array>>;
}

export interface Zip {
  name: string;
  files: readonly ZippedFile[];
  /** The date of each file in the zip (epoch ms): to two seconds, in the time zone of the server (UTC). */
  at: number;
}

/** What one read takes at most. Without a buffer of its own, a read of an R2 body takes 4 kB. */
const READ_BYTES = 64 * 1024;

/**
 * Several stored files as one zip, streamed, as an attachment: the same bytes each time, their number
 * known before the first of them. A request for a range gets the whole.
 */
export function zipResponse(request: Request, zip: Zip): Response {
  const sizeBytes = zipSize(zip.files);
  const headers = new Headers(
    attachmentHeaders({ fileName: zip.name, contentType: "application/zip" }),
  );
  headers.set("Accept-Ranges", "none");
  headers.set("Content-Length", String(sizeBytes));
  if (request.method === "HEAD") return new Response(null, { headers });
  // workerd sends a stream of script without a length, unless it passes through such a stream.
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  zipStream(zip)
    .pipeTo(writable)
    .catch(() => {
      // `readable` has failed as well, which cuts the connection off.
    });
  return new Response(readable, { headers });
}

/** The bytes of the zip of these files, counted from their names and sizes. */
export function zipSize(files: readonly Pick<ZippedFile, "name" | "sizeBytes">[]): number {
  return Number(predictLength(files.map(({ name, sizeBytes }) => ({ name, size: sizeBytes }))));
}

/**
 * The zip of these files: stored, not compressed, with names in UTF-8, and zip64 where 4 GiB are
 * exceeded. Reads ahead of its reader by a few chunks, and fails where a file does or has another
 * length than recorded. Cancelled, it cancels the file that is open.
 */
export function zipStream({ files, at }: Omit<Zip, "name">): ReadableStream<Uint8Array> {
  return makeZip(entriesOf(files, new Date(at)));
}

/** client-zip asks for an entry once it has read the one before, and throws here where it is cancelled. */
async function* entriesOf(files: readonly ZippedFile[], lastModified: Date) {
  for (const file of files) {
    const reader = (await file.open()).getReader({ mode: "byob" });
    try {
      yield { name: file.name, lastModified, input: exactBytes(reader, file.sizeBytes) };
    } catch (reason) {
      await reader.cancel(reason);
      return;
    }
  }
}

/** What the reader gives, which fails where it is not of this size. */
function exactBytes(
  reader: ReadableStreamBYOBReader,
  sizeBytes: number,
): ReadableStream<Uint8Array> {
  let readBytes = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read(new Uint8Array(READ_BYTES));
        readBytes += value?.byteLength ?? 0;
        if (readBytes > sizeBytes || (done && readBytes < sizeBytes)) {
          const error = new Error(`zip: a file has ${readBytes} of ${sizeBytes} bytes`);
          await reader.cancel(error);
          throw error;
        }
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}
