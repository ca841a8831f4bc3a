import { type ByteView, unreadable } from "./byte-view";

/** A box of an ISO base media file; indices of its contents in the file, `end` exclusive. */
export interface Box {
  type: string;
  start: number;
  end: number;
}

/** The boxes between two indices. */
export function readBoxes(file: ByteView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    const size = file.u32(at);
    const type = file.text(at + 4, 4);
    const isLong = size === 1;
    const start = at + (isLong ? 16 : 8);
    const end = size === 0 ? to : at + (isLong ? readUint(file, at + 8, 8) : size);
    if (end < start || end > to) throw unreadable();
    boxes.push({ type, start, end });
    at = end;
  }
  return boxes;
}

/** A big-endian number of 0, 2, 4 or 8 bytes. */
export function readUint(file: ByteView, at: number, bytes: number): number {
  switch (bytes) {
    case 0:
      return 0;
    case 2:
      return file.u16(at);
    case 4:
      return file.u32(at);
    case 8:
      return file.u32(at) * 2 ** 32 + file.u32(at + 4);
    default:
      throw unreadable();
  }
}
