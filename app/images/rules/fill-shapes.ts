import type { Point, Shape } from "./svg-shapes";

/** Lines by which each row of pixels is sampled. */
const LINES = 4;
/** Steps between two colours at an edge: a picture of six colours then has fewer than 256. */
const SHADES = 16;

interface Frame {
  /** Pixels. */
  width: number;
  height: number;
  /** From the units of the shapes to pixels. */
  place(point: Point): Point;
}

/** The colours (24 bits) of a picture's pixels, row by row, with smoothed edges; the time is linear in them. */
export function fillShapes(shapes: readonly Shape[], frame: Frame): Uint32Array {
  const pixels = new Uint32Array(frame.width * frame.height);
  for (const shape of shapes) fillShape(pixels, shape, frame);
  return pixels;
}

function fillShape(pixels: Uint32Array, { outlines, colour, opacity }: Shape, frame: Frame): void {
  const { width, height } = frame;
  const lines = crossings(
    outlines.map((outline) => outline.map(frame.place)),
    height * LINES,
  );
  const row = createRow(width);
  for (let y = 0; y < height; y += 1) {
    for (let line = y * LINES; line < (y + 1) * LINES; line += 1) {
      const xs = lines[line]?.sort((one, other) => one - other) ?? [];
      for (let at = 0; at + 1 < xs.length; at += 2) row.add(xs[at] ?? 0, xs[at + 1] ?? 0);
    }
    row.empty((from, to, covered) => {
      const part = (Math.round(covered * SHADES) / SHADES) * opacity;
      const end = y * width + to;
      if (part === 1) pixels.fill(colour, y * width + from, end);
      else
        for (let at = y * width + from; at < end; at += 1)
          pixels[at] = mix(pixels[at] ?? 0, colour, part);
    });
  }
}

/** Where edges cross each line (x in pixels); lines without one are left out. */
function crossings(outlines: readonly Point[][], count: number): (number[] | undefined)[] {
  const lines: (number[] | undefined)[] = new Array(count);
  for (const outline of outlines) {
    outline.forEach((from, at) => {
      const to = outline[(at + 1) % outline.length] ?? from;
      const [[x1, y1], [x2, y2]] = from[1] < to[1] ? [from, to] : [to, from];
      // A line lies in the middle of its part of the row.
      const first = Math.max(0, Math.ceil(y1 * LINES - 0.5));
      const end = Math.min(count, Math.ceil(y2 * LINES - 0.5));
      for (let line = first; line < end; line += 1) {
        const y = (line + 0.5) / LINES;
        const crossed = lines[line] ?? [];
        crossed.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
        lines[line] = crossed;
      }
    });
  }
  return lines;
}

/** How much of each pixel of a row is covered. */
function createRow(width: number) {
  /** Covered parts of the pixels in which a span begins or ends, and changes between whole ones. */
  const parts = new Float32Array(width + 1);
  const changes = new Float32Array(width + 2);
  /** Pixels with a part or a change. */
  const touched = new Set<number>();
  return {
    add(from: number, to: number) {
      const [left, right] = [Math.max(0, from), Math.min(width, to)];
      if (left >= right) return;
      const [first, last] = [Math.floor(left), Math.floor(right)];
      parts[last] = (parts[last] ?? 0) + right - Math.max(last, left);
      touched.add(first).add(last);
      if (first === last) return;
      parts[first] = (parts[first] ?? 0) + first + 1 - left;
      changes[first + 1] = (changes[first + 1] ?? 0) + 1;
      changes[last] = (changes[last] ?? 0) - 1;
      touched.add(first + 1);
    },
    /** Paints runs of pixels that are covered alike (of 1, `to` exclusive), and begins another row. */
    empty(paint: (from: number, to: number, covered: number) => void) {
      let whole = 0;
      const stops = [...touched].sort((one, other) => one - other);
      stops.forEach((x, at) => {
        whole += changes[x] ?? 0;
        const end = Math.min(width, stops[at + 1] ?? x + 1);
        const covered = Math.min(1, (whole + (parts[x] ?? 0)) / LINES);
        if (covered > 0 && x < width) paint(x, x + 1, covered);
        if (whole > 0 && x + 1 < end) paint(x + 1, end, whole / LINES);
        parts[x] = 0;
        changes[x] = 0;
      });
      touched.clear();
    },
  };
}

function mix(below: number, above: number, part: number): number {
  if (part >= 1) return above;
  let mixed = 0;
  for (const shift of [16, 8, 0]) {
    const [from, to] = [(below >> shift) & 255, (above >> shift) & 255];
    mixed |= Math.round(from + (to - from) * part) << shift;
  }
  return mixed;
}
