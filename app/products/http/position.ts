import { Problem } from "../../lib/problem";

/** The position of a file in its release, from 1. Throws `not_found` for what is no position. */
export function parsePosition(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new Problem("not_found");
  return Number(text);
}

/** A download link, to the file at the position that a request asks for by its query. Throws `not_found`. */
export function linkToAsked(request: Request, downloadUrl: string): string {
  const text = new URL(request.url).searchParams.get("position");
  return text === null ? downloadUrl : `${downloadUrl}/${parsePosition(text)}`;
}
