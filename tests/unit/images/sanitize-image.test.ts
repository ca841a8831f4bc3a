import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ByteView } from "../../../app/images/rules/byte-view";
import { readOrientation } from "../../../app/images/rules/orientation";
import {
  MAX_IMAGE_FRAMES,
  MAX_IMAGE_SIDE_PX,
  sanitizeImage,
} from "../../../app/images/rules/sanitize-image";
import {
  exif,
  isoBox,
  jpegSegment,
  PLANTED,
  plainGif,
  plainPng,
  plantedImages,
  pngChunk,
  webpCanvas,
  webpChunk,
  webpFile,
} from "../../support/images/planted";
import { AVIF, JPEG, LOSSLESS_WEBP, LOSSY_WEBP, SAMPLE_SIZE } from "../../support/images/samples";

const images = plantedImages();
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const accepted = (bytes: Uint8Array) => {
  const image = sanitizeImage(bytes);
  if (typeof image === "string") throw new Error(image);
  return image;
};

describe.each(images)("$name", ({ type, bytes, orientation }) => {
  const clean = accepted(bytes);

  test("its size is read and its metadata removed", () => {
    const size = type === "image/gif" ? { width: 2, height: 2 } : SAMPLE_SIZE;
    expect(clean).toMatchObject({ type, ...size });
    expect(textOf(bytes)).toContain(PLANTED);
    expect(textOf(clean.bytes)).not.toContain(PLANTED);
  });

  test("the result is stable, and keeps the orientation alone", () => {
    expect(accepted(clean.bytes)).toEqual(clean);
    const text = textOf(clean.bytes);
    const at = text.indexOf("MM\0*");
    const kept = at < 0 ? null : readOrientation(new ByteView(clean.bytes.subarray(at)));
    expect(kept).toBe(orientation);
    expect(text).not.toContain("II*\0");
  });

  test("every truncated file is refused or read", () => {
    const outcomes = new Set<string>();
    for (let length = 0; length < bytes.length; length += 1) {
      const result = sanitizeImage(bytes.slice(0, length));
      outcomes.add(typeof result === "string" ? result : result.type);
    }
    expect(outcomes).toContain("unreadable");
    expect([type, "unreadable"]).toEqual(expect.arrayContaining([...outcomes]));
  });

  test("every changed file is refused or read", () => {
    const edits = fc.array(
      fc.record({ at: fc.nat(bytes.length - 1), value: fc.integer({ min: 0, max: 255 }) }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(edits, (changes) => {
        const changed = bytes.slice();
        for (const { at, value } of changes) changed[at] = value;
        const result = sanitizeImage(changed);
        // fast-check takes `false` for a failure: `expect` would be most of the test's time.
        return (
          typeof result === "string" || Math.max(result.width, result.height) <= MAX_IMAGE_SIDE_PX
        );
      }),
      { numRuns: 500 },
    );
  });
});

test("random bytes after each signature are refused or read", () => {
  const heads = images.map(({ bytes }) => bytes.slice(0, 32));
  const parts = fc.tuple(
    fc.constantFrom(...heads),
    fc.nat(32),
    fc.uint8Array({ maxLength: 4_096 }),
  );
  fc.assert(
    fc.property(parts, ([head, length, tail]) => {
      sanitizeImage(Uint8Array.from([...head.slice(0, length), ...tail]));
    }),
    { numRuns: 2_000 },
  );
});

/** A copy with a big-endian 32-bit number, or bytes, at an index. */
function patched(bytes: Uint8Array, at: number, patch: readonly number[] | number) {
  const copy = Buffer.from(bytes);
  if (typeof patch === "number") copy.writeUInt32BE(patch, at);
  else copy.set(patch, at);
  return Uint8Array.from(copy);
}

const LIMIT = MAX_IMAGE_SIDE_PX;
const u16 = (value: number) => [value >> 8, value & 255];
const u16le = (value: number) => [value & 255, value >> 8];
const jpegOf = (width: number, height: number) =>
  patched(JPEG, textOf(JPEG).indexOf("\xff\xc0") + 5, [...u16(height), ...u16(width)]);
const lossyOf = (width: number, height: number) =>
  patched(LOSSY_WEBP, 26, [...u16le(width), ...u16le(height)]);
const losslessOf = (width: number, height: number) => {
  const bits = (width - 1) | ((height - 1) << 14);
  return patched(LOSSLESS_WEBP, 21, [
    bits & 255,
    (bits >> 8) & 255,
    (bits >> 16) & 255,
    bits >>> 24,
  ]);
};
const avifOf = (width: number, height: number) => {
  const ispe = textOf(AVIF).indexOf("ispe") + 8;
  return patched(patched(AVIF, ispe, width), ispe + 4, height);
};
const pngOf = (width: number, height: number) =>
  patched(patched(plainPng(), 16, width), 20, height);

describe("size", () => {
  test.each([
    ["PNG", pngOf],
    ["JPEG", jpegOf],
    ["VP8", lossyOf],
    ["VP8L", losslessOf],
    ["GIF", (width: number, height: number) => plainGif(1, width, height)],
    ["AVIF", avifOf],
    [
      "VP8X",
      (width: number, height: number) =>
        webpFile(webpCanvas(0, width, height), LOSSY_WEBP.subarray(12)),
    ],
  ])("%s: %d pixels a side are the limit", (_, make) => {
    expect(sanitizeImage(make(LIMIT, LIMIT))).toMatchObject({ width: LIMIT, height: LIMIT });
    expect(sanitizeImage(make(LIMIT + 1, 24))).toBe("too_many_pixels");
    expect(sanitizeImage(make(24, LIMIT + 1))).toBe("too_many_pixels");
  });

  test.each([
    ["PNG", pngOf(0, 4)],
    ["JPEG", jpegOf(4, 0)],
    ["VP8", lossyOf(0, 0)],
  ])("%s of no pixels is refused", (_, bytes) => {
    expect(sanitizeImage(bytes)).toBe("unreadable");
  });

  test("a bitstream larger than its container declares is refused", () => {
    const canvas = webpCanvas(0, 24, 16);
    const large = lossyOf(LIMIT + 1, 16).subarray(12);
    expect(sanitizeImage(webpFile(canvas, large))).toBe("too_many_pixels");
    const frame = webpChunk("ANMF", Buffer.concat([Buffer.alloc(16), large]));
    expect(sanitizeImage(webpFile(webpCanvas(2, 24, 16), frame))).toBe("too_many_pixels");
    // The sequence header of the sample: 16 bits for each size instead of 5 and 4.
    const header = textOf(AVIF).indexOf("\x0a\x08\x38\x10") + 2;
    const wide = patched(AVIF, header, [0x38, 0x3f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
    expect(sanitizeImage(wide)).toBe("too_many_pixels");
    expect(sanitizeImage(patched(plainGif(1), 34, u16le(LIMIT)))).toBe("too_many_pixels");
  });

  test("a second frame header in a JPEG is refused", () => {
    const at = textOf(JPEG).indexOf("\xff\xc0");
    const header = JPEG.subarray(at, at + 19);
    const twice = Buffer.concat([JPEG.subarray(0, at), header, JPEG.subarray(at)]);
    expect(sanitizeImage(Uint8Array.from(twice))).toBe("unreadable");
  });

  test("a JPEG of many scans is refused", () => {
    const at = textOf(JPEG).indexOf("\xff\xda");
    const scan = JPEG.subarray(at, -2);
    const of = (scans: number) => [
      JPEG.subarray(0, at),
      ...Array.from({ length: scans }, () => scan),
      JPEG.subarray(-2),
    ];
    const result = (scans: number) => sanitizeImage(Uint8Array.from(Buffer.concat(of(scans))));
    expect(result(100)).toMatchObject(SAMPLE_SIZE);
    expect(result(101)).toBe("unreadable");
  });

  test("the limit can be lower", () => {
    expect(sanitizeImage(pngOf(641, 2), 640)).toBe("too_many_pixels");
    expect(sanitizeImage(pngOf(640, 640), 640)).toMatchObject({ width: 640 });
  });
});

describe("frames", () => {
  const control = pngChunk("acTL", Buffer.from([0, 0, 0, MAX_IMAGE_FRAMES + 1, 0, 0, 0, 0]));
  const png = plainPng();
  const animated = (...chunks: Uint8Array[]) =>
    Uint8Array.from(Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]));
  const frame = webpChunk("ANMF", Buffer.concat([Buffer.alloc(16), LOSSY_WEBP.subarray(12)]));
  const webp = (frames: number) =>
    webpFile(webpCanvas(2, 24, 16), ...Array.from({ length: frames }, () => frame));

  test.each([
    ["GIF", plainGif(MAX_IMAGE_FRAMES + 1)],
    ["WebP", webp(MAX_IMAGE_FRAMES + 1)],
    ["APNG that announces them", animated(control)],
    [
      "APNG that does not",
      animated(
        ...Array.from({ length: MAX_IMAGE_FRAMES + 1 }, () => pngChunk("fcTL", Buffer.alloc(26))),
      ),
    ],
    ["AVIF sequence", Uint8Array.from(Buffer.concat([AVIF, isoBox("moov")]))],
  ])("%s with too many is refused", (_, bytes) => {
    expect(sanitizeImage(bytes)).toBe("too_many_frames");
  });

  test("50 are accepted", () => {
    expect(sanitizeImage(plainGif(MAX_IMAGE_FRAMES))).toMatchObject({ type: "image/gif" });
    expect(sanitizeImage(webp(MAX_IMAGE_FRAMES))).toMatchObject({ type: "image/webp" });
  });
});

describe("five megabytes of the smallest parts of a format are read in one pass", () => {
  const BYTES = 5 * 1024 * 1024;
  const filled = (
    head: Uint8Array,
    part: readonly number[] | Uint8Array,
    tail = new Uint8Array(),
  ) => {
    const count = Math.floor((BYTES - head.length - tail.length) / part.length);
    const bytes = new Uint8Array(head.length + count * part.length + tail.length);
    bytes.set(head);
    const end = head.length + count * part.length;
    Buffer.from(bytes.buffer).fill(Buffer.from(part), head.length, end);
    bytes.set(tail, end);
    return bytes;
  };
  const png = plainPng();
  const riff = (bytes: Uint8Array) => {
    new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true);
    return bytes;
  };

  test.each([
    [
      "PNG chunks",
      filled(png.subarray(0, -12), pngChunk("tEXt", new Uint8Array()), png.slice(-12)),
    ],
    ["JPEG segments", filled(JPEG.subarray(0, 2), [0xff, 0xfe, 0, 2], JPEG.slice(2))],
    ["JPEG fill bytes", filled(JPEG.subarray(0, 2), [0xff], JPEG.slice(2))],
    ["GIF extensions", filled(plainGif(1).subarray(0, -1), [0x21, 0xfe, 0], Uint8Array.of(0x3b))],
    [
      "WebP chunks",
      riff(
        filled(
          webpFile(webpCanvas(0, 24, 16), LOSSY_WEBP.subarray(12)),
          [0x41, 0x42, 0x43, 0x44, 0, 0, 0, 0],
        ),
      ),
    ],
    ["AVIF boxes", filled(AVIF, [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65])],
  ])("%s", (_, bytes) => {
    expect(typeof sanitizeImage(bytes)).toBe("object");
  });

  test("AVIF items that refer to the same bytes over and over are refused", () => {
    const iloc = textOf(AVIF).indexOf("iloc");
    // As many extents as an item can have, each of them the whole file, and a box to match.
    const count = 65_535;
    const head = AVIF.slice(0, iloc + 4);
    const extent = [...Buffer.from([0, 0, 0, 0]), ...Buffer.from([0, 0, 1, 0])];
    const content = Uint8Array.from(
      [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, ...u16(count)].concat(
        Array.from({ length: count }, () => extent).flat(),
      ),
    );
    const rest = AVIF.slice(iloc + 4 + 26);
    const bytes = Uint8Array.from(Buffer.concat([head, content, rest]));
    const grown = content.length - 26;
    const sizes = new DataView(bytes.buffer);
    sizes.setUint32(iloc - 4, sizes.getUint32(iloc - 4) + grown);
    const meta = textOf(AVIF).indexOf("meta");
    sizes.setUint32(meta - 4, sizes.getUint32(meta - 4) + grown);
    expect(sanitizeImage(bytes)).toBe("unreadable");
  });
});

describe("colour profiles are kept", () => {
  const PROFILE = "a profile";
  const png = plainPng();
  test.each([
    [
      "PNG",
      [png.subarray(0, 33), pngChunk("iCCP", Buffer.from(`icc\0\0${PROFILE}`)), png.subarray(33)],
    ],
    [
      "JPEG",
      [
        JPEG.subarray(0, 2),
        jpegSegment(0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${PROFILE}`)),
        JPEG.subarray(2),
      ],
    ],
    [
      "WebP",
      [
        webpFile(
          webpCanvas(0x20, 24, 16),
          webpChunk("ICCP", Buffer.from(PROFILE)),
          LOSSY_WEBP.subarray(12),
        ),
      ],
    ],
    ["GIF", [plainGif(1, 2, 2, [Buffer.from(`!\xff\x0bICCRGBG1012\x09${PROFILE}\0`, "latin1")])]],
  ])("%s", (_, parts) => {
    const bytes = Uint8Array.from(Buffer.concat(parts));
    expect(accepted(bytes).bytes).toEqual(bytes);
  });
});

describe("orientation", () => {
  const of = (bytes: Uint8Array) => readOrientation(new ByteView(bytes));

  test.each([2, 3, 4, 5, 6, 7, 8])("%d is read", (orientation) => {
    expect(of(exif(orientation))).toBe(orientation);
  });

  test.each([0, 1, 9, 65_535])("%d is not kept", (orientation) => {
    expect(of(exif(orientation))).toBeNull();
  });

  test("malformed structures have none", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        of(Uint8Array.from([...Buffer.from("II*\0"), ...bytes]));
        expect(of(bytes.slice(0, 7))).toBeNull();
      }),
    );
  });
});
