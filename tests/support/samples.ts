import { joinBytes } from "../../app/lib/join-bytes";
import { plainPng } from "./images/planted";

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const padded = (start: string, size = 6_000) => joinBytes([latin(start), new Uint8Array(size)]);

/** A frame of 128 kbit/s at 44.1 kHz, which has 417 bytes. */
const mpegFrame = joinBytes([latin("\xff\xfb\x90\x00"), new Uint8Array(413)]);

/** The first bytes of each kind of file that can be a sample, with its name and its type. */
export const SAMPLES: readonly [name: string, bytes: Uint8Array<ArrayBuffer>, type: string][] = [
  ["tagged.mp3", padded("ID3\x04\0\0"), "audio/mpeg"],
  ["plain.mp3", joinBytes([mpegFrame, mpegFrame, mpegFrame]), "audio/mpeg"],
  ["tone.wav", padded("RIFF\0\0\0\0WAVEfmt "), "audio/wav"],
  ["voice.ogg", padded(`OggS\0\x02${"\0".repeat(22)}OpusHead`), "audio/ogg"],
  ["loss.flac", padded("fLaC\0\0\0\x22"), "audio/flac"],
  ["song.m4a", padded("\0\0\0\x14ftypM4A \0\0\0\0isom\0\0\0\x08free"), "audio/mp4"],
  ["clip.mp4", padded("\0\0\0\x14ftypisom\0\0\0\0mp41\0\0\0\x08moov"), "video/mp4"],
  ["clip.webm", padded("\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm ... V_VP9 A_OPUS"), "video/webm"],
  ["voice.webm", padded("\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm ... A_OPUS"), "audio/webm"],
  ["page.png", plainPng(), "image/png"],
];

const HTML = "<!doctype html><script>alert(1)</script>";

/** Files that are none, by what they are. */
export const NO_SAMPLES: readonly [name: string, bytes: Uint8Array<ArrayBuffer>][] = [
  ["page.mp3", padded(HTML)],
  ["drawing.mp3", latin(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`)],
  ["page.mp4", padded(`\0\0\0\x14ftypisom\0\0\0\0mp41${HTML}`)],
  ["photo.heic", padded("\0\0\0\x14ftypheic\0\0\0\0mif1\0\0\0\x08meta")],
  ["film.mov", padded("\0\0\0\x14ftypqt  \0\0\0\0qt  \0\0\0\x08moov")],
  ["film.mkv", padded("\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska V_VP9")],
  ["film.ogv", padded(`OggS\0\x02${"\0".repeat(22)}\x80theora`)],
  ["one-frame.mp3", joinBytes([mpegFrame, latin(HTML)])],
  ["program.wav", padded("MZ\x90\0")],
];
