import type { Product } from "./product";

/** The point of a picture that crops keep: percent of its width and height, whole numbers of 0 to 100. */
export interface FocusPoint {
  x: number;
  y: number;
}

export const CENTRE: FocusPoint = { x: 50, y: 50 };

/** The stored point; the middle without one. */
export function focusOf({
  coverFocusX: x,
  coverFocusY: y,
}: Pick<Product, "coverFocusX" | "coverFocusY">): FocusPoint {
  return x === null || y === null ? CENTRE : { x, y };
}

/** The columns of a product for the focus point of its cover; the middle is stored as null. */
export function focusColumns(focus: FocusPoint | null) {
  const { x, y } = focus ?? CENTRE;
  const isCentre = x === CENTRE.x && y === CENTRE.y;
  return { coverFocusX: isCentre ? null : x, coverFocusY: isCentre ? null : y };
}

/**
 * The value of `object-position` that keeps a point; undefined for the middle. Percentages align the
 * same part of picture and frame, so that the frame never leaves the picture.
 */
export function objectPosition({ x, y }: FocusPoint): string | undefined {
  return x === CENTRE.x && y === CENTRE.y ? undefined : `${x}% ${y}%`;
}

/** A typed value; null unless it is a whole number of 0 to 100. */
export function parsePercent(typed: string): number | null {
  if (!/^\d{1,3}$/.test(typed.trim())) return null;
  const percent = Number(typed);
  return percent <= 100 ? percent : null;
}

/** Pixels: the part of a picture that a frame of `ratio` (width / height) shows, around its focus point. */
export function cropAround(
  { width, height }: { width: number; height: number },
  ratio: number,
  { x, y }: FocusPoint,
) {
  const cutWidth = Math.min(width, height * ratio);
  const cutHeight = Math.min(height, width / ratio);
  return {
    x: ((width - cutWidth) * x) / 100,
    y: ((height - cutHeight) * y) / 100,
    width: cutWidth,
    height: cutHeight,
  };
}
