/** Longest file name that is kept, in UTF-16 units: with its prefix it stays under R2's 1,024 bytes. */
const MAX_NAME = 180;

/** A seller's file name, made safe as the last segment of a path and as a download's name. */
export function cleanFileName(name: string): string {
  const last = name.normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  const plain = last.replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
  const trimmed = plain.replace(/^[\s.]+|[\s.]+$/g, "");
  return shorten(trimmed).replace(/\p{Surrogate}/gu, "") || "file";
}

/** The protected file record's key: the characters . # $ [ ] become underscores. */
export function protectedFileKey(uniqueId: string, fileName: string): string {
  return `${uniqueId}_${fileName}`.replace(/[.#$[\]]/g, "_");
}

/** Where the file store keeps a product's file. Nothing under this prefix is served without a token. */
export function protectedStoragePath(uniqueId: string, fileName: string): string {
  return `protectedFiles/${uniqueId}_${fileName}`;
}

export type ImageSlot = "cover" | "image";

/**
 * Where the file store keeps a cover or a second image. Answers are cached for ever, so a
 * replacement passes its `version` and gets a key of its own.
 */
export function imageKey(
  owner: { uid: string; productId: string },
  slot: ImageSlot,
  fileName: string,
  version = "",
): string {
  return `files/${owner.uid}/${owner.productId}/${slot}_${version && `${version}-`}${fileName}`;
}

/** The address that serves an image's key; empty for an empty key. */
export function mediaUrl(key: string): string {
  return key && `/media/${key.split("/").map(encodeURIComponent).join("/")}`;
}

/** Keeps the extension: it says what the file is. */
function shorten(name: string): string {
  if (name.length <= MAX_NAME) return name;
  const extension = /\.[^.]{1,12}$/.exec(name)?.[0] ?? "";
  return name.slice(0, MAX_NAME - extension.length) + extension;
}
