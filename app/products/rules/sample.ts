import { detectImageType, MAX_IMAGE_BYTES } from "../../images/rules/image-types";
import type { Size } from "../../images/rules/parsed-image";
import { paths } from "../../lib/paths";
import { cleanFileName } from "./file-names";
import type { FileProblem } from "./sold-file";

/** Ten minutes of music, or a minute of video, in a quality that a browser plays over any connection. */
export const MAX_SAMPLE_BYTES = 20 * 1024 * 1024;

/** Bytes that `detectSampleType` reads. A shorter file is read whole. */
export const SAMPLE_HEAD_BYTES = 4096;

export const SAMPLE_TYPES = [
  "audio/mpeg",
  "audio/wav",
  "audio/ogg",
  "audio/flac",
  "audio/mp4",
  "audio/webm",
  "video/mp4",
  "video/webm",
] as const;

export type SampleKind = "audio" | "video" | "image";

/** A stored sample of a product. */
export interface Sample {
  /** File store key. */
  key: string;
  mediaId: string;
  kind: SampleKind;
  /** By its first bytes. */
  contentType: string;
  sizeBytes: number;
  name: string;
  /** Pixels of an image; null for sound and video. */
  shownWidth: number | null;
  shownHeight: number | null;
}

/** A sample as pages show it. */
export interface ShownSample {
  url: string;
  kind: SampleKind;
  contentType: string;
  sizeBytes: number;
  name: string;
  /** Pixels of an image; null for sound and video. */
  size: Size | null;
}

export function shownSample(sample: Omit<Sample, "key">): ShownSample {
  const { mediaId, kind, contentType, sizeBytes, name, shownWidth, shownHeight } = sample;
  const size = shownWidth && shownHeight ? { width: shownWidth, height: shownHeight } : null;
  return { url: paths.media(mediaId), kind, contentType, sizeBytes, name, size };
}

export interface SampleType {
  kind: SampleKind;
  contentType: string;
}

/**
 * The type of a sample by its first bytes, regardless of its name and declared type; null unless it is an
 * image or of `SAMPLE_TYPES`. What follows in the file is for the browser's player to judge: it is served by
 * this type alone, so that nothing else in it is ever shown as a page.
 */
export function detectSampleType(head: Uint8Array): SampleType | null {
  const image = detectImageType(head);
  if (image) return { kind: "image", contentType: image };
  const contentType = detectPlayedType(head);
  return contentType && { kind: contentType.startsWith("audio/") ? "audio" : "video", contentType };
}

/** Why a file can't be a sample, in the browser as on the server; null where it can. */
export function sampleProblem(
  fileName: string,
  sizeBytes: number,
  type: SampleType | null,
): FileProblem | null {
  const name = cleanFileName(fileName);
  if (!type) return { messageKey: "sample_unreadable", params: { name } };
  const maxBytes = type.kind === "image" ? MAX_IMAGE_BYTES : MAX_SAMPLE_BYTES;
  if (sizeBytes <= maxBytes) return sampleSizeProblem(fileName, sizeBytes);
  const params = { name, megabytes: maxBytes / (1024 * 1024) };
  return { messageKey: type.kind === "image" ? "image_too_large" : "sample_too_large", params };
}

/** Why no sample has this size; null where one can. */
export function sampleSizeProblem(fileName: string, sizeBytes: number): FileProblem | null {
  const name = cleanFileName(fileName);
  if (sizeBytes === 0) return { messageKey: "sample_empty", params: { name } };
  if (sizeBytes <= MAX_SAMPLE_BYTES) return null;
  const params = { name, megabytes: MAX_SAMPLE_BYTES / (1024 * 1024) };
  return { messageKey: "sample_too_large", params };
}

function detectPlayedType(head: Uint8Array): (typeof SAMPLE_TYPES)[number] | null {
  // One character for each byte.
  const text = String.fromCharCode(...head.subarray(0, SAMPLE_HEAD_BYTES));
  if (isTagged(text) || hasTwoMpegFrames(head)) return "audio/mpeg";
  if (text.startsWith("RIFF") && /^WAVE(fmt |JUNK|bext|LIST)/.test(text.slice(8))) {
    return "audio/wav";
  }
  // The first block has the 34 bytes of the stream's facts.
  if (text.startsWith("fLaC") && text.slice(5, 8) === "\0\0\x22") return "audio/flac";
  if (text.startsWith("OggS\0\x02")) return isOggSound(text) ? "audio/ogg" : null;
  if (text.startsWith("\x1a\x45\xdf\xa3")) return webmType(text);
  return mp4Type(text);
}

/** ID3 of the versions 2.2 to 2.4, which an MP3 follows. */
function isTagged(text: string): boolean {
  return text.startsWith("ID3") && ["\x02", "\x03", "\x04"].includes(text.charAt(3));
}

/** The first packet names the codec. Browsers play no video in Ogg any more. */
function isOggSound(text: string): boolean {
  const packet = text.slice(28);
  return ["OpusHead", "\x01vorbis", "\x7fFLAC"].some((codec) => packet.startsWith(codec));
}

/** Matroska of which the header says that it is WebM. The names of codecs begin with the kind of a track. */
function webmType(text: string): "video/webm" | "audio/webm" | null {
  if (!text.slice(0, 64).includes("\x42\x82\x84webm")) return null;
  return /A_(OPUS|VORBIS)/.test(text) && !text.includes("V_") ? "audio/webm" : "video/webm";
}

/** Boxes of which one follows the first in a file that browsers play. */
const SECOND_BOXES = /^(moov|mdat|moof|free|skip|wide|uuid|sidx|styp|meta|pdin|emsg|ftyp)$/;

/** ISO base media file: the major brand tells images and QuickTime apart, which are refused. */
function mp4Type(text: string): "video/mp4" | "audio/mp4" | null {
  if (text.slice(4, 8) !== "ftyp") return null;
  const brand = text.slice(8, 12);
  if (!/^(iso[m2-9a-c]|mp4[12]|avc1|dash|MSNV|mmp4|M4[ABV] )$/.test(brand)) return null;
  const size = [...text.slice(0, 4)].reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0);
  if (!SECOND_BOXES.test(text.slice(size + 4, size + 8))) return null;
  return /^M4[AB] $/.test(brand) ? "audio/mp4" : "video/mp4";
}

/** Kilobits a second of layer III by the index in the header; 0 for none. MPEG 1, then 2 and 2.5. */
const BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
] as const;

/** Hertz of MPEG 1; half of it in MPEG 2, a quarter in 2.5. */
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** MP3 without a tag: one frame of layer III, and where it ends another one. A text has no such pair. */
function hasTwoMpegFrames(head: Uint8Array): boolean {
  const first = mpegFrameBytes(head, 0);
  return first > 0 && mpegFrameBytes(head, first) > 0;
}

/** Length of the frame of layer III that begins here (bytes); 0 where none does. */
function mpegFrameBytes(head: Uint8Array, at: number): number {
  const [sync = 0, version = 0, rates = 0] = head.subarray(at, at + 3);
  if (sync !== 0xff || (version & 0xe6) !== 0xe2) return 0;
  // 0: MPEG 2.5, 1: reserved, 2: MPEG 2, 3: MPEG 1.
  const kind = (version >> 3) & 3;
  const hertz = SAMPLE_RATES[(rates >> 2) & 3];
  const kilobits = BITRATES[kind === 3 ? 0 : 1][rates >> 4] ?? 0;
  if (kind === 1 || !hertz || kilobits === 0) return 0;
  const rate = hertz / (kind === 3 ? 1 : kind === 2 ? 2 : 4);
  const samples = kind === 3 ? 1_152 : 576;
  return Math.floor((samples / 8) * ((kilobits * 1_000) / rate)) + ((rates >> 1) & 1);
}
