/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** What a parser reads from a file. The size is the largest of the canvas and all frames. */
export interface ParsedImage extends Size {
  frames: number;
  /** Its orientation shows the width as the height. */
  isTurned: boolean;
  /** The file without metadata; the pieces follow each other. */
  pieces: Uint8Array[];
}

/** The largest width and the largest height; 0 without sizes. */
export function largestOf(sizes: readonly Size[]): Size {
  const largest = { width: 0, height: 0 };
  for (const { width, height } of sizes) {
    largest.width = Math.max(largest.width, width);
    largest.height = Math.max(largest.height, height);
  }
  return largest;
}

/** One byte per character. */
export function latin1Bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
