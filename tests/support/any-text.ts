import fc from "fast-check";

const character = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));

/** Any text, halves of surrogate pairs included. To make fast-check's unit `binary` takes a second. */
export const anyText = fc.string({ unit: character });
