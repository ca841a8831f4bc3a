import type { Media } from "../../../db/products/media";
import type { Presentations } from "../../../db/products/presentations";
import { joinBytes } from "../../lib/join-bytes";
import type { Log } from "../../lib/log";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { StorageSettings } from "../ports";
import { checkImageFile } from "../rules/check-image";
import { cleanFileName, sampleKey } from "../rules/file-names";
import type { Product } from "../rules/product";
import {
  detectSampleType,
  SAMPLE_HEAD_BYTES,
  type Sample,
  type SampleType,
  sampleProblem,
  sampleSizeProblem,
} from "../rules/sample";
import type { FileProblem } from "../rules/sold-file";
import { discardUnlessKept, type StoringDeps } from "./discard-unless-kept";
import { removeUnusedImages, storageFull } from "./images";

interface Deps extends StoringDeps {
  log: Log;
  clock: Clock;
  ids: Pick<Ids, "short">;
  settings: StorageSettings;
  presentations: Presentations;
}

export interface IncomingSample {
  /** Of the seller's file. */
  name: string;
  /** Declared length; null without one. */
  sizeBytes: number | null;
  body: ReadableStream<Uint8Array> | null;
}

/**
 * Streams the sample of a product or draft into the file store, in place of the one that it has. Throws
 * `invalid_input` for a file that is no sample, is empty or too large, or has another length than it says, and
 * `quota_exceeded` where the account would store too much. Then the sample of before stays.
 */
export async function storeSample(
  product: Product,
  { name, sizeBytes, body }: IncomingSample,
  deps: Deps,
): Promise<Sample> {
  const { head, rest } = await readHead(body, sizeBytes, name);
  const type = detectSampleType(head);
  const problem = sampleProblem(name, sizeBytes ?? 0, type);
  if (!type || sizeBytes === null || problem) {
    await rest.cancel();
    throw refusal(problem);
  }
  const incoming = { product, name, sizeBytes, head, rest, type };
  const written = await discardUnlessKept(
    deps,
    (storing) => write(incoming, { ...deps, ...storing }),
    async ({ images }) => {
      const { sample } = await deps.presentations.ofProduct(product.id);
      return sample !== null && images.includes(sample.key);
    },
  );
  // The product was deleted meanwhile.
  if (!written) throw new Problem("not_found");
  await removeUnusedImages([written.replaced], deps);
  return written.sample;
}

/** Removes the sample of a product or draft; nothing where it has none. */
export async function removeSample(
  product: Product,
  deps: Pick<Deps, "presentations" | "files" | "media" | "log">,
): Promise<void> {
  const key = await deps.presentations.removeSample(product);
  if (key) await removeUnusedImages([key], deps);
}

const refusal = (problem: FileProblem | null) =>
  new Problem("invalid_input", {
    ...(problem ?? { messageKey: "invalid_input" }),
    field: "sample",
  });

interface Body {
  /** The first bytes; at least `SAMPLE_HEAD_BYTES` of a longer file. */
  head: Uint8Array;
  /** Of what follows. */
  rest: ReadableStreamDefaultReader<Uint8Array>;
}

/** Reads nothing of a body whose declared length is refused, or that has none. */
async function readHead(
  body: ReadableStream<Uint8Array> | null,
  sizeBytes: number | null,
  name: string,
): Promise<Body> {
  const problem = sampleSizeProblem(name, sizeBytes ?? 0);
  if (!body || problem) {
    await body?.cancel();
    throw refusal(problem);
  }
  const rest = body.getReader();
  const pieces: Uint8Array[] = [];
  for (let size = 0; size < SAMPLE_HEAD_BYTES; ) {
    const piece = await readPiece(rest);
    if (!piece) break;
    pieces.push(piece);
    size += piece.byteLength;
  }
  return { head: joinBytes(pieces), rest };
}

/** Null at the end. Throws `invalid_input` where the connection ends before. */
async function readPiece(reader: Body["rest"]): Promise<Uint8Array | null> {
  try {
    const { done, value } = await reader.read();
    return done ? null : value;
  } catch {
    throw wrongLength();
  }
}

const wrongLength = () => new Problem("invalid_input", { messageKey: "file_cut", field: "sample" });

interface CheckedSample extends Body {
  product: Product;
  name: string;
  sizeBytes: number;
  type: SampleType;
}

/** Stores object and record, and names them in the product's row. Null where that is gone. */
async function write(
  incoming: CheckedSample,
  deps: Deps,
): Promise<{ sample: Sample; replaced: string } | null> {
  const { product } = incoming;
  const { id: productId, ownerUid } = product;
  const name = cleanFileName(incoming.name);
  const key = sampleKey({ uid: ownerUid, productId }, name, deps.ids.short());
  const stored = await putObject(key, incoming, deps);
  const mediaId = await recordSample({ ...stored, key }, { uid: ownerUid, productId }, deps);
  const sample = { ...stored, key, mediaId, name };
  const replaced = await deps.presentations.putSample(product, sample, deps.clock.now());
  return replaced === null ? null : { sample, replaced };
}

/** The public id of a sample that is stored. Throws `quota_exceeded` where the account would store too much. */
export async function recordSample(
  stored: Omit<Sample, "mediaId" | "name">,
  { uid: ownerUid, productId }: { uid: string; productId: string },
  deps: Pick<Deps, "clock" | "ids" | "settings"> & { media: Pick<Media, "insert"> },
): Promise<string> {
  const id = deps.ids.short();
  const { key, contentType, sizeBytes, shownWidth: width, shownHeight: height } = stored;
  const place = { id, key, productId, ownerUid, createdAt: deps.clock.now() };
  const record = { ...place, contentType, sizeBytes, width, height };
  const { maxStoredBytes } = deps.settings;
  if (await deps.media.insert(record, maxStoredBytes)) return id;
  throw storageFull(maxStoredBytes);
}

type StoredObjectFacts = Omit<Sample, "key" | "mediaId" | "name">;

/** Sound and video are streamed as they are; an image loses its metadata, as others do. */
async function putObject(
  key: string,
  incoming: CheckedSample,
  deps: Pick<Deps, "files">,
): Promise<StoredObjectFacts> {
  const { name, sizeBytes, type } = incoming;
  if (type.kind !== "image") {
    await stream(key, incoming, deps);
    return { ...type, sizeBytes, shownWidth: null, shownHeight: null };
  }
  const checked = checkImageFile(name, await readWhole(incoming));
  if ("problem" in checked) throw refusal(checked.problem);
  const { bytes, type: contentType, shown } = checked.image;
  await deps.files.put(key, bytes.buffer, contentType);
  const { width: shownWidth, height: shownHeight } = shown;
  return { kind: "image", contentType, sizeBytes: bytes.byteLength, shownWidth, shownHeight };
}

/** The reason of a body that ended early, before that of the store, which only sees its stream fail. */
async function stream(
  key: string,
  { head, rest, sizeBytes, type }: CheckedSample,
  { files }: Pick<Deps, "files">,
): Promise<void> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const pump = async () => {
    for (let piece: Uint8Array | null = head; piece; piece = await readPiece(rest))
      await writer.write(piece);
    await writer.close();
  };
  let cut: unknown;
  const pumped = pump().catch(async (error: unknown) => {
    if (error instanceof Problem) cut = error;
    await writer.abort(error).catch(() => undefined);
    await rest.cancel().catch(() => undefined);
  });
  const [stored] = await Promise.allSettled([
    files.putStream(key, readable, sizeBytes, type.contentType),
    pumped,
  ]);
  if (stored.status === "rejected") throw cut ?? stored.reason;
}

/** A small body in memory. Throws `invalid_input` where it has another length. */
async function readWhole({ head, rest, sizeBytes }: CheckedSample): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let piece: Uint8Array | null = head; piece; piece = await readPiece(rest)) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size > sizeBytes) break;
  }
  if (size === sizeBytes) return joinBytes(pieces);
  await rest.cancel();
  throw wrongLength();
}
