import { z } from "zod";
import { Problem } from "../../lib/problem";
import type { ImageSlot } from "../rules/file-names";
import { type ProductFields, type ProductTerms, validateProduct } from "../rules/product-form";
import type { ImageUpload } from "../use-cases/images";
import type { FileToSell } from "../use-cases/start-product";

const count = z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** The page's description of the file that it uploads in parts. */
const announcedFile = z.object({
  fileName: z.string().min(1).max(1_000),
  fileSize: count,
  fileType: z.string().max(200).default(""),
  fileModifiedAt: count.nullable().default(null),
});

/** Throws the first validation error as a `Problem`. */
export function termsOf(fields: ProductFields, hasFile: boolean): ProductTerms {
  const read = validateProduct(fields, hasFile);
  if (read.ok) return read.terms;
  const { code, words, field } = read.fault;
  throw new Problem(code, { words, field });
}

export function announcedFileOf(form: FormData): FileToSell | null {
  const read = announcedFile.safeParse(textsOf(form));
  if (!read.success) return null;
  const { fileName, fileSize, fileType, fileModifiedAt } = read.data;
  return {
    name: fileName,
    sizeBytes: fileSize,
    contentType: fileType,
    modifiedAt: fileModifiedAt,
  };
}

/** The chosen file, or null: browsers send an empty file without a name for no choice. */
export function chosenFile(form: FormData, name: string): File | null {
  const value = form.get(name);
  return value instanceof File && (value.name !== "" || value.size > 0) ? value : null;
}

export async function imageOf(form: FormData, slot: ImageSlot): Promise<ImageUpload | null> {
  const file = chosenFile(form, slot);
  return file && { name: file.name, bytes: await file.arrayBuffer() };
}

/** A new image, "remove" where its checkbox is checked, or null to keep the current one. */
export async function imageChangeOf(
  form: FormData,
  slot: ImageSlot,
): Promise<ImageUpload | "remove" | null> {
  const chosen = await imageOf(form, slot);
  if (chosen) return chosen;
  return form.get(slot === "cover" ? "removeCover" : "removeImage") ? "remove" : null;
}

/** Epoch ms of the version that the form was filled from. Throws `invalid_input`. */
export function versionOf(form: FormData): number {
  const read = count.safeParse(form.get("updatedAt"));
  if (!read.success) throw new Problem("invalid_input");
  return read.data;
}

function textsOf(form: FormData): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") texts[name] = value;
  return texts;
}
