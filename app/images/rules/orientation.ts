import { type ByteView, ImageRefusedError } from "./byte-view";

const ORIENTATION_TAG = 0x0112;
const TIFF_SHORT = 3;
const IFD_ENTRY_BYTES = 12;

/**
 * The orientation in a TIFF structure, as in Exif: 2 to 8 for a mirrored or rotated image, else null,
 * also where the structure is malformed.
 */
export function readOrientation(tiff: ByteView): number | null {
  try {
    const order = tiff.text(0, 2);
    if (order !== "II" && order !== "MM") return null;
    const little = order === "II";
    const directory = tiff.u32(4, little);
    const entries = tiff.u16(directory, little);
    for (let entry = 0; entry < entries; entry += 1) {
      const at = directory + 2 + entry * IFD_ENTRY_BYTES;
      if (tiff.u16(at, little) !== ORIENTATION_TAG) continue;
      const value = tiff.u16(at + 8, little);
      const isValid = tiff.u16(at + 2, little) === TIFF_SHORT && value >= 2 && value <= 8;
      return isValid ? value : null;
    }
    return null;
  } catch (error) {
    if (error instanceof ImageRefusedError) return null;
    throw error;
  }
}

/** True for an orientation that shows the width of an image as its height. */
export function turns(orientation: number | null): boolean {
  return orientation !== null && orientation >= 5;
}

/** A TIFF structure with the orientation as its only tag. */
export function writeOrientation(orientation: number): Uint8Array {
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const entry = [1, 0x12, 0, TIFF_SHORT, 0, 0, 0, 1, 0, orientation, 0, 0];
  return Uint8Array.from([...header, 0, 1, ...entry, 0, 0, 0, 0]);
}
