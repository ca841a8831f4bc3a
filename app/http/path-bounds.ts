/** Twice what the longest address of a page or resource has. */
export const MAX_PATH_SEGMENTS = 12;
/** Ids and tokens have 128 characters at most. */
const MAX_PATH_CHARS = 1_000;

/**
 * False for a path that is too long for any route. The router tries a path with many patterns, decodes
 * it each time, and logs it each time where it can't.
 */
export function isWithinPathBounds(pathname: string): boolean {
  return pathname.length <= MAX_PATH_CHARS && !hasMoreSegments(pathname, MAX_PATH_SEGMENTS);
}

/** True for a path that begins with a slash and has more than `max` segments. */
export function hasMoreSegments(path: string, max: number): boolean {
  return path.split("/", max + 2).length > max + 1;
}
