import { joinBytes } from "../../lib/join-bytes";
import { readAv1Size } from "./av1-size";
import { assertReadable, ByteView, ImageRefusedError } from "./byte-view";
import { type Box, readBoxes, readUint } from "./iso-boxes";
import { largestOf, type ParsedImage, type Size } from "./parsed-image";

/** Items that make the picture: coded images, grids of them, and how to apply a gain map. */
const IMAGE_ITEMS = new Set(["av01", "grid", "tmap"]);

/** Boxes of the file and of `meta` whose contents describe items. */
const STRUCTURE_BOXES = new Set([
  "ftyp",
  "meta",
  "pitm",
  "iloc",
  "iinf",
  "iprp",
  "iref",
  "grpl",
  "dinf",
]);

const IMAGE_PROPERTIES = new Set(
  "ispe pixi av1C colr irot imir clap pasp auxC a1op a1lx lsel clli mdcv cclv amve".split(" "),
);

interface Item {
  type: string;
  /** Index of the four letters of the type. */
  typeAt: number;
  /** Index of the name, which other texts may follow. */
  nameAt: number;
  end: number;
}

/** Indices of a piece of an item in the file, `end` exclusive. */
interface Extent {
  start: number;
  end: number;
}

/**
 * A still AVIF. Offsets in it are absolute, so that bytes are overwritten with zeros and none are
 * moved: everything in `mdat` and `idat` that no image item refers to, and boxes and properties that
 * no picture needs. Orientation is a property of AVIF.
 */
export function parseAvif(file: ByteView): ParsedImage {
  const boxes = readBoxes(file, 0, file.length);
  // An image sequence.
  if (boxes.some(({ type }) => type === "moov")) throw new ImageRefusedError("too_many_frames");
  const meta = onlyBox(boxes, "meta");
  const parts = readBoxes(file, meta.start + 4, meta.end);
  const items = readItems(file, onlyBox(parts, "iinf"));
  const idat = parts.find(({ type }) => type === "idat");
  const extents = readExtents(file, onlyBox(parts, "iloc"), idat);
  const properties = readProperties(file, onlyBox(parts, "iprp"));

  const clean = file.bytes.slice();
  /** 1 for each byte of an image item. */
  const kept = new Uint8Array(file.length);
  const sizes = properties.filter(({ type }) => type === "ispe").map((box) => ispeOf(file, box));
  let keptBytes = 0;
  for (const [id, item] of items) {
    clean.fill(0, item.nameAt, item.end);
    if (!IMAGE_ITEMS.has(item.type)) {
      // Readers skip items of an unknown type.
      clean.set([0x66, 0x72, 0x65, 0x65], item.typeAt);
      continue;
    }
    const data = extents.get(id) ?? [];
    keptBytes += data.reduce((sum, { start, end }) => sum + end - start, 0);
    // Items share few bytes in real files. The limit keeps the time linear.
    assertReadable(keptBytes <= 2 * file.length);
    for (const { start, end } of data) kept.fill(1, start, end);
    const pieces = data.map(({ start, end }) => file.slice(start, end));
    sizes.push(...itemSizes(item, new ByteView(joinBytes(pieces))));
  }
  for (const box of [...boxes, ...parts]) {
    if (box.type === "mdat" || box.type === "idat") eraseUnkept(clean, kept, box);
    // The name at the end of a handler.
    else if (box.type === "hdlr") clean.fill(0, box.start + 24, box.end);
    else if (!STRUCTURE_BOXES.has(box.type)) clean.fill(0, box.start, box.end);
  }
  for (const { type, start, end } of properties) {
    if (!IMAGE_PROPERTIES.has(type)) clean.fill(0, start, end);
  }
  const isTurned = properties.some((box) => box.type === "irot" && isQuarterTurn(file, box));
  return { ...largestOf(sizes), frames: 1, isTurned, pieces: [clean] };
}

/** The box of a type; a second one could describe the image otherwise. */
function onlyBox(boxes: Box[], type: string): Box {
  const [found, ...others] = boxes.filter((box) => box.type === type);
  assertReadable(found !== undefined && others.length === 0);
  return found;
}

/** Items by id. */
function readItems(file: ByteView, iinf: Box): Map<number, Item> {
  const countBytes = file.u8(iinf.start) === 0 ? 2 : 4;
  const items = new Map<number, Item>();
  for (const { type, start, end } of readBoxes(file, iinf.start + 4 + countBytes, iinf.end)) {
    const version = file.u8(start);
    assertReadable(type === "infe" && (version === 2 || version === 3));
    const idBytes = version === 2 ? 2 : 4;
    const typeAt = start + 4 + idBytes + 2;
    const nameAt = typeAt + 4;
    assertReadable(nameAt <= end);
    const id = readUint(file, start + 4, idBytes);
    assertReadable(!items.has(id));
    items.set(id, { type: file.text(typeAt, 4), typeAt, nameAt, end });
  }
  return items;
}

/** Where the items are, by id. An item that is neither in the file nor in `idat` has no extents. */
function readExtents(file: ByteView, iloc: Box, idat: Box | undefined): Map<number, Extent[]> {
  const version = file.u8(iloc.start);
  assertReadable(version <= 2);
  const sizes = file.u16(iloc.start + 4);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const idBytes = version < 2 ? 2 : 4;
  // Each extent takes bytes of this box, which limits their number.
  assertReadable(lengthBytes > 0);
  let at = iloc.start + 6;
  const read = (bytes: number) => {
    at += bytes;
    assertReadable(at <= iloc.end);
    return readUint(file, at - bytes, bytes);
  };
  const found = new Map<number, Extent[]>();
  for (let item = read(idBytes); item > 0; item -= 1) {
    const id = read(idBytes);
    const method = version === 0 ? 0 : read(2) & 15;
    read(2);
    const base = read(baseBytes);
    const extents: Extent[] = [];
    for (let extent = read(2); extent > 0; extent -= 1) {
      read(indexBytes);
      const start = base + read(offsetBytes);
      const length = read(lengthBytes);
      const origin = method === 0 ? 0 : method === 1 ? idat?.start : undefined;
      if (origin === undefined) continue;
      extents.push({ start: origin + start, end: origin + start + length });
    }
    found.set(id, extents);
  }
  return found;
}

function readProperties(file: ByteView, iprp: Box): Box[] {
  const ipco = onlyBox(readBoxes(file, iprp.start, iprp.end), "ipco");
  return readBoxes(file, ipco.start, ipco.end);
}

function ispeOf(file: ByteView, { start }: Box): Size {
  return { width: file.u32(start + 4), height: file.u32(start + 8) };
}

/** `irot` counts quarters of a turn. */
function isQuarterTurn(file: ByteView, { start, end }: Box): boolean {
  return start < end && file.u8(start) % 2 === 1;
}

/** Sizes that the data of an item declares. */
function itemSizes({ type }: Item, data: ByteView): Size[] {
  if (type === "av01") return [readAv1Size(data)];
  if (type !== "grid") return [];
  const sizeBytes = data.u8(1) & 1 ? 4 : 2;
  const width = readUint(data, 4, sizeBytes);
  return [{ width, height: readUint(data, 4 + sizeBytes, sizeBytes) }];
}

function eraseUnkept(clean: Uint8Array, kept: Uint8Array, { start, end }: Box): void {
  for (let at = start; at < end; at += 1) if (!kept[at]) clean[at] = 0;
}
