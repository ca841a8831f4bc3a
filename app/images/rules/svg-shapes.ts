export type Point = readonly [x: number, y: number];

/** An area with straight edges, filled by the even-odd rule. */
export interface Shape {
  outlines: Point[][];
  /** Red, green and blue in 24 bits. */
  colour: number;
  /** Of 1. */
  opacity: number;
}

type Transform = (point: Point) => Point;

/** Edges of a whole circle, and of any other curve. */
const CIRCLE_EDGES = 180;
const CURVE_EDGES = 24;

/** Transforms that generated covers have. */
const TRANSFORMS: Record<string, Transform> = {
  "matrix(-1 0 0 1 80 0)": ([x, y]) => [80 - x, y],
  "rotate(180 40 30)": ([x, y]) => [80 - x, 60 - y],
};

/**
 * The shapes of a generated cover, in its units, from the bottom up: of SVG it reads what
 * `generateCover` writes. Throws on anything else.
 */
export function shapesOf(svg: string): Shape[] {
  const shapes: Shape[] = [];
  let transform: Transform = (point) => point;
  for (const [, name = "", text = ""] of svg.matchAll(/<(\/?[a-z]+)([^>]*)>/g)) {
    const attributes = new Map(
      [...text.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, ...pair]) => pair as [string, string]),
    );
    const number = (key: string) => Number(attributes.get(key));
    if (name === "g" || name === "/g") {
      const written = attributes.get("transform");
      transform =
        written === undefined ? (point) => point : (TRANSFORMS[written] ?? unknown(written));
    } else if (name === "path" || name === "circle") {
      const outlines =
        name === "path"
          ? outlinesOf(attributes.get("d") ?? "")
          : [arc([number("cx"), number("cy")], number("r"), [0, 2 * Math.PI], CIRCLE_EDGES)];
      shapes.push({
        outlines: outlines.map((outline) => outline.map(transform)),
        colour: Number.parseInt((attributes.get("fill") ?? "").slice(1), 16),
        opacity: Number(attributes.get("opacity") ?? 1),
      });
    } else if (name !== "svg" && name !== "/svg") unknown(name);
  }
  return shapes;
}

function unknown(what: string): never {
  throw new Error(`generated covers have no ${what}`);
}

function outlinesOf(d: string): Point[][] {
  const outlines: Point[][] = [];
  let outline: Point[] = [];
  let control: Point = [0, 0];
  let last: string | undefined;
  for (const [, command = "", text = ""] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const [a = 0, b = 0, c = 0, e = 0, f = 0, g = 0, h = 0] = (
      text.match(/-?\d*\.?\d+/g) ?? []
    ).map(Number);
    const [x, y] = outline.at(-1) ?? [0, 0];
    switch (command) {
      case "M":
        outline = [[a, b]];
        outlines.push(outline);
        break;
      case "h":
        outline.push([x + a, y]);
        break;
      case "H":
        outline.push([a, y]);
        break;
      case "v":
        outline.push([x, y + a]);
        break;
      case "V":
        outline.push([x, a]);
        break;
      case "q":
        control = [x + a, y + b];
        outline.push(...curve([x, y], control, [x + c, y + e]));
        break;
      case "t":
        // The last control point, mirrored.
        control = last === "q" || last === "t" ? [2 * x - control[0], 2 * y - control[1]] : [x, y];
        outline.push(...curve([x, y], control, [x + a, y + b]));
        break;
      case "a":
        if (a !== b || e !== 0 || f !== 1) unknown(`arc ${text}`);
        outline.push(...clockwiseArc([x, y], [x + g, y + h], a));
        break;
      case "z":
        break;
      default:
        unknown(command);
    }
    last = command;
  }
  return outlines;
}

/** A quadratic Bézier curve, without its start. */
function curve([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point): Point[] {
  return Array.from({ length: CURVE_EDGES }, (_, at) => {
    const t = (at + 1) / CURVE_EDGES;
    const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [p * x0 + q * x1 + r * x2, p * y0 + q * y1 + r * y2];
  });
}

/** The shorter arc of a circle from one point to another (SVG 2, appendix B.2.4), without its start. */
function clockwiseArc([x1, y1]: Point, [x2, y2]: Point, radius: number): Point[] {
  const [halfX, halfY] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const half = halfX ** 2 + halfY ** 2;
  const factor = Math.sqrt(Math.max(0, (radius ** 2 - half) / half));
  const centre: Point = [(x1 + x2) / 2 + factor * halfY, (y1 + y2) / 2 - factor * halfX];
  const from = Math.atan2(y1 - centre[1], x1 - centre[0]);
  const to = Math.atan2(y2 - centre[1], x2 - centre[0]);
  return arc(centre, radius, [from, to < from ? to + 2 * Math.PI : to], CURVE_EDGES);
}

function arc([x, y]: Point, radius: number, [from, to]: [number, number], edges: number): Point[] {
  return Array.from({ length: edges }, (_, at) => {
    const angle = from + ((to - from) * (at + 1)) / edges;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}
