import { Problem } from "../../lib/problem";

/** The position of a file in its release, from 1. Throws `not_found` for what is no position. */
export function parsePosition(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new Problem("not_found");
  return Number(text);
}

/** The position that a request asks for by its query; null for all files. Throws `not_found`. */
export function askedPosition(request: Request): number | null {
  const text = new URL(request.url).searchParams.get("position");
  return text === null ? null : parsePosition(text);
}
