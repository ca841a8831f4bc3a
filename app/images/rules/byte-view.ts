/** Why an image is not accepted. */
export type ImageRefusal = "unreadable" | "too_many_pixels" | "too_many_frames";

/** Thrown by the parsers; `sanitizeImage` returns its reason. */
export class ImageRefusedError extends Error {
  override readonly name = "ImageRefusedError";

  constructor(readonly reason: ImageRefusal) {
    super(reason);
  }
}

/** Reads of untrusted bytes. A read beyond the end throws `ImageRefusedError` ("unreadable"). */
export class ByteView {
  readonly #view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  u8(at: number): number {
    return this.#view.getUint8(this.#checked(at, 1));
  }

  u16(at: number, littleEndian = false): number {
    return this.#view.getUint16(this.#checked(at, 2), littleEndian);
  }

  /** Little-endian. */
  u24(at: number): number {
    return this.u16(at, true) + this.u8(at + 2) * 0x10000;
  }

  u32(at: number, littleEndian = false): number {
    return this.#view.getUint32(this.#checked(at, 4), littleEndian);
  }

  /** One character per byte. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.slice(at, at + length));
  }

  /** A view of the bytes from `start` to `end`, exclusive. */
  slice(start: number, end: number): Uint8Array {
    return this.bytes.subarray(this.#checked(start, end - start), end);
  }

  #checked(at: number, length: number): number {
    const inside = at >= 0 && length >= 0 && at + length <= this.length;
    if (!inside) throw unreadable();
    return at;
  }
}

export function unreadable(): ImageRefusedError {
  return new ImageRefusedError("unreadable");
}

/** Throws `ImageRefusedError` unless the condition holds. */
export function assertReadable(condition: boolean): asserts condition {
  if (!condition) throw unreadable();
}
