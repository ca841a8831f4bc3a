import { Buffer } from "node:buffer";
import { PNG } from "pngjs";
import {
  ANIMATED_WEBP,
  AVIF,
  AVIF_WITH_ALPHA,
  AVIF_WITH_METADATA,
  JPEG,
  LOSSLESS_WEBP,
  LOSSY_WEBP,
  PROGRESSIVE_JPEG,
  SAMPLE_SIZE,
  WEBP_WITH_ALPHA,
} from "./samples";

/** Every text that is planted contains it. */
export const PLANTED = "SECRET";
const TEXT = `${PLANTED} author, 48.8566N 2.3522E`;
export const ORIENTATION = 6;

export interface PlantedImage {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  frames: number;
  /** Exif orientation that stays; null without one. */
  orientation: number | null;
}

/** One image of each kind with texts wherever its format keeps metadata. */
export function plantedImages(): PlantedImage[] {
  const jpeg = { type: "image/jpeg", frames: 1, orientation: ORIENTATION };
  const webp = { type: "image/webp", frames: 1, orientation: ORIENTATION };
  const avif = { type: "image/avif", frames: 1, orientation: null };
  return [
    { name: "png", type: "image/png", bytes: plantedPng(), frames: 1, orientation: ORIENTATION },
    { name: "apng", type: "image/png", bytes: plantedPng(3), frames: 3, orientation: ORIENTATION },
    { name: "jpeg", bytes: plantedJpeg(JPEG), ...jpeg },
    { name: "progressive jpeg", bytes: plantedJpeg(PROGRESSIVE_JPEG), ...jpeg },
    { name: "lossy webp", bytes: plantedWebp(LOSSY_WEBP), ...webp },
    { name: "lossless webp", bytes: plantedWebp(LOSSLESS_WEBP), ...webp },
    { name: "webp with alpha", bytes: plantedWebp(WEBP_WITH_ALPHA), ...webp },
    { name: "animated webp", bytes: plantedWebp(ANIMATED_WEBP), ...webp, frames: 3 },
    { name: "gif", type: "image/gif", bytes: plantedGif(3), frames: 3, orientation: null },
    { name: "avif", bytes: plantedAvif(AVIF), ...avif },
    { name: "avif with alpha", bytes: plantedAvif(AVIF_WITH_ALPHA), ...avif },
    { name: "avif with items", bytes: plantedAvif(AVIF_WITH_METADATA), ...avif },
  ];
}

const ascii = (text: string) => Buffer.from(text, "latin1");
const join = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u32le(value: number): Buffer {
  return u32(value).reverse();
}

/** A little-endian TIFF structure with an author, an orientation and a directory of GPS tags. */
export function exif(orientation = ORIENTATION): Uint8Array<ArrayBuffer> {
  const entry = (tag: number, type: number, count: number, value: number) =>
    Buffer.concat([u16(tag).reverse(), u16(type).reverse(), u32le(count), u32le(value)]);
  const text = ascii(`${TEXT}\0`);
  const textAt = 8 + 2 + 3 * 12 + 4;
  const gpsAt = textAt + text.length;
  const directory = [
    entry(0x0112, 3, 1, orientation),
    entry(0x013b, 2, text.length, textAt),
    entry(0x8825, 4, 1, gpsAt),
  ];
  const gps = [entry(0x001b, 2, text.length, textAt)];
  return join(
    ascii("II*\0"),
    u32le(8),
    u16(directory.length).reverse(),
    ...directory,
    u32le(0),
    text,
    u16(gps.length).reverse(),
    ...gps,
    u32le(0),
  );
}

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([ascii(type), data]);
  return join(u32(data.length), body, u32(crc32(body)));
}

/** A gradient, in RGBA. */
function pixels({ width, height }: { width: number; height: number }): Buffer {
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0; at < data.length; at += 1) data[at] = at % 4 === 3 ? 255 : (at * 5) % 256;
  return data;
}

export function plainPng(size = SAMPLE_SIZE): Uint8Array<ArrayBuffer> {
  const png = new PNG({ ...size });
  png.data = pixels(size);
  return Uint8Array.from(PNG.sync.write(png));
}

/** An APNG repeats the picture as its frames. */
function plantedPng(frames = 1): Uint8Array<ArrayBuffer> {
  const plain = plainPng();
  const ihdrEnd = 8 + 25;
  const iend = plain.length - 12;
  const idat = plain.subarray(plain.indexOf(0x49, ihdrEnd) - 4, iend);
  const idatData = idat.subarray(8, 8 + Buffer.from(idat).readUInt32BE(0));
  let sequence = 0;
  const control = () =>
    pngChunk(
      "fcTL",
      join(u32(sequence++), u32(24), u32(16), u32(0), u32(0), u16(1), u16(10), Buffer.from([0, 0])),
    );
  const animation = frames === 1 ? [] : [pngChunk("acTL", join(u32(frames), u32(0))), control()];
  const later = Array.from({ length: frames - 1 }, () => [
    control(),
    pngChunk("fdAT", join(u32(sequence++), idatData)),
  ]).flat();
  return join(
    plain.subarray(0, ihdrEnd),
    pngChunk("tEXt", ascii(`Author\0${TEXT}`)),
    pngChunk("iTXt", ascii(`XML:com.adobe.xmp\0\0\0\0\0${TEXT}`)),
    pngChunk("eXIf", exif()),
    pngChunk("tIME", Buffer.from([7, 234, 1, 1, 0, 0, 0])),
    pngChunk("prVt", ascii(TEXT)),
    ...animation,
    idat,
    ...later,
    pngChunk("tEXt", ascii(`Comment\0${TEXT}`)),
    plain.subarray(iend),
    ascii(TEXT),
  );
}

export function jpegSegment(marker: number, data: Uint8Array): Uint8Array {
  return join(Buffer.from([0xff, marker]), u16(data.length + 2), data);
}

function plantedJpeg(plain: Uint8Array): Uint8Array<ArrayBuffer> {
  const thumbnail = ascii(TEXT.padEnd(48, "."));
  return join(
    plain.subarray(0, 2),
    jpegSegment(0xe0, join(ascii("JFIF\0"), Buffer.from([1, 1, 0, 0, 1, 0, 1, 4, 4]), thumbnail)),
    jpegSegment(0xe1, join(ascii("Exif\0\0"), exif())),
    jpegSegment(0xe1, ascii(`http://ns.adobe.com/xap/1.0/\0${TEXT}`)),
    jpegSegment(0xe2, ascii(`MPF\0${TEXT}`)),
    jpegSegment(0xed, ascii(`Photoshop 3.0\0${TEXT}`)),
    jpegSegment(0xfe, ascii(TEXT)),
    plain.subarray(2),
    ascii(TEXT),
  );
}

export function webpChunk(type: string, data: Uint8Array): Uint8Array {
  return join(ascii(type), u32le(data.length), data, Buffer.alloc(data.length % 2));
}

export function webpFile(...chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = join(ascii("WEBP"), ...chunks);
  return join(ascii("RIFF"), u32le(body.length), body);
}

export function webpCanvas(flags: number, width: number, height: number): Uint8Array {
  const size = [u32le(width - 1).subarray(0, 3), u32le(height - 1).subarray(0, 3)];
  return webpChunk("VP8X", join(Buffer.from([flags, 0, 0, 0]), ...size));
}

/** Always in the extended format; flags 0x0c announce the Exif and XMP chunks. */
function plantedWebp(plain: Uint8Array): Uint8Array<ArrayBuffer> {
  const isExtended = Buffer.from(plain).toString("latin1", 12, 16) === "VP8X";
  const { width, height } = SAMPLE_SIZE;
  const flags = isExtended ? (plain[20] ?? 0) : 0;
  return join(
    webpFile(
      webpCanvas(flags | 0x0c, width, height),
      plain.subarray(isExtended ? 30 : 12),
      webpChunk("EXIF", exif()),
      webpChunk("XMP ", ascii(TEXT)),
      webpChunk("note", ascii(TEXT)),
    ),
    ascii(TEXT),
  );
}

/** Length-prefixed, in one block. */
const subBlock = (data: Uint8Array) => join(Buffer.from([data.length]), data, Buffer.from([0]));

const gifFrame = (delay: number) =>
  join(
    Buffer.from([0x21, 0xf9, 4, 4, delay, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2]),
    // Codes of four pixels.
    subBlock(Buffer.from([0x44, 0x34, 0x05])),
  );

/** Frames of 2 by 2 pixels on a screen of any size. */
export function plainGif(frames: number, width = 2, height = 2, extensions: Uint8Array[] = []) {
  const palette = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255];
  return join(
    ascii("GIF89a"),
    u16(width).reverse(),
    u16(height).reverse(),
    Buffer.from([0x91, 0, 0, ...palette]),
    ...extensions,
    ...Array.from({ length: frames }, (_, at) => gifFrame(10 + at)),
    Buffer.from([0x3b]),
  );
}

function plantedGif(frames: number): Uint8Array<ArrayBuffer> {
  const application = (name: string, data: Uint8Array) =>
    join(Buffer.from([0x21, 0xff, 11]), ascii(name), data);
  const extensions = [
    application("NETSCAPE2.0", subBlock(Buffer.from([1, 0, 0]))),
    application("XMP DataXMP", subBlock(ascii(TEXT))),
    join(Buffer.from([0x21, 0xfe]), subBlock(ascii(TEXT))),
    join(Buffer.from([0x21, 0x01]), subBlock(ascii(TEXT))),
  ];
  return join(plainGif(frames, 2, 2, extensions), ascii(TEXT));
}

export function isoBox(type: string, ...content: Uint8Array[]): Uint8Array {
  const body = join(...content);
  return join(u32(body.length + 8), ascii(type), body);
}

/** Texts in `mdat`, where no item refers to it, and in boxes around it; no offset changes. */
function plantedAvif(plain: Uint8Array): Uint8Array<ArrayBuffer> {
  return join(
    plain,
    isoBox("free", ascii(TEXT)),
    isoBox("uuid", ascii(TEXT)),
    isoBox("mdat", ascii(TEXT)),
  );
}
