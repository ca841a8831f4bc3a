import { z } from "zod";
import { MAX_IMAGE_BYTES } from "../../images/rules/image-types";
import { chosenFile, textOf } from "../../lib/form";
import { Problem } from "../../lib/problem";
import { tooLongField } from "../rules/draft-fields";
import { type ImageSlot, REMOVE_FIELDS } from "../rules/file-names";
import { type FocusPoint, parsePercent } from "../rules/focus-point";
import { type ProductFields, productFieldsOf } from "../rules/product-fields";
import { type ProductTerms, validateProduct } from "../rules/product-form";
import { MAX_SHARE_IMAGE_BYTES, SHARE_IMAGE_FIELD } from "../rules/share-image";
import type { ImageChange, ImageUpload } from "../use-cases/images";
import type { FileToSell } from "../use-cases/start-file";
import { readLimitedForm } from "./limited-form";

/** Both images, and a margin so that an image slightly too large gets its own error message. */
const IMAGES_LIMIT = {
  maxFileBytes: 3 * MAX_IMAGE_BYTES,
  messageKey: "images_too_large",
} as const;

/** A form with images. Throws what `readLimitedForm` throws. */
export const readImagesForm = (request: Request) => readLimitedForm(request, IMAGES_LIMIT);

const count = z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** The page's description of the file that it uploads in parts. */
const fileDescription = z.object({
  fileName: z.string().min(1).max(1_000),
  fileSize: count,
  fileType: z.string().max(200).default(""),
  fileModifiedAt: count.nullable().default(null),
});

/** Those after the first one, as the page's JSON. Each of them is refused where it can't be sold. */
const moreFiles = z
  .array(
    z.object({
      name: z.string().min(1).max(1_000),
      sizeBytes: count,
      contentType: z.string().max(200).default(""),
      modifiedAt: count.nullable().default(null),
    }),
  )
  .max(1_000);

/** Throws the first validation error as a `Problem`. */
export function parseTerms(fields: ProductFields, hasFile: boolean): ProductTerms {
  const parsed = validateProduct(fields, hasFile);
  if (parsed.ok) return parsed.terms;
  const { code, messageKey, field } = parsed.error;
  throw new Problem(code, { messageKey, field });
}

export function parseFileDescription(form: FormData): FileToSell | null {
  const parsed = fileDescription.safeParse(textsOf(form));
  if (!parsed.success) return null;
  const { fileName, fileSize, fileType, fileModifiedAt } = parsed.data;
  return {
    name: fileName,
    sizeBytes: fileSize,
    contentType: fileType,
    modifiedAt: fileModifiedAt,
  };
}

/** The files that a page uploads in parts, in order; empty for none. Throws `invalid_input`. */
export function parseFileDescriptions(form: FormData): FileToSell[] {
  const first = parseFileDescription(form);
  if (!first) return [];
  const text = textOf(form, "moreFiles");
  return text === "" ? [first] : [first, ...parseMoreFiles(text)];
}

function parseMoreFiles(text: string): FileToSell[] {
  try {
    return moreFiles.parse(JSON.parse(text));
  } catch {
    throw new Problem("invalid_input", { field: "file" });
  }
}

/** The fields of a draft as typed. Throws `invalid_input` for one that is too long to be kept. */
export function parseDraftFields(form: FormData): ProductFields {
  const fields = productFieldsOf((name) => textOf(form, name));
  const field = tooLongField(fields);
  if (field) throw new Problem("invalid_input", { messageKey: "draft_too_long", field });
  return fields;
}

const requestId = z.uuid();

/** The id that the page gives all attempts at one upload, or null. Throws `invalid_input`. */
export function parseRequestId(form: FormData): string | null {
  const given = form.get("requestId");
  if (given === null) return null;
  const parsed = requestId.safeParse(given);
  if (!parsed.success) throw new Problem("invalid_input");
  return parsed.data;
}

export async function readImageUpload(
  form: FormData,
  slot: ImageSlot | "picture",
): Promise<ImageUpload | null> {
  const file = chosenFile(form, slot);
  if (!file) return null;
  const small = chosenFile(form, `${slot}Small`);
  const [bytes, smallBytes] = await Promise.all([file.arrayBuffer(), small?.arrayBuffer()]);
  return { name: file.name, bytes, small: smallBytes ?? null };
}

/** The picture of shared links; null without one, and for one that is too large to store. */
export async function readShareImage(form: FormData): Promise<ArrayBuffer | null> {
  const file = chosenFile(form, SHARE_IMAGE_FIELD);
  return file && file.size <= MAX_SHARE_IMAGE_BYTES ? file.arrayBuffer() : null;
}

/** A new image, "remove" where its checkbox is checked, or null to keep the current one. */
export async function readImageChange(form: FormData, slot: ImageSlot): Promise<ImageChange> {
  const chosen = await readImageUpload(form, slot);
  if (chosen) return chosen;
  return form.get(REMOVE_FIELDS[slot]) ? "remove" : null;
}

/**
 * The point of the cover that crops keep; null where the form has none. Throws `invalid_input` unless
 * both numbers are whole and of 0 to 100.
 */
export function parseFocus(fields: ProductFields): FocusPoint | null {
  if (fields.coverFocusX === "" && fields.coverFocusY === "") return null;
  const parsed = (field: "coverFocusX" | "coverFocusY") => {
    const percent = parsePercent(fields[field]);
    if (percent !== null) return percent;
    throw new Problem("invalid_input", { messageKey: "focus_invalid", field });
  };
  return { x: parsed("coverFocusX"), y: parsed("coverFocusY") };
}

/** Epoch ms of the version that the form was filled from. Throws `invalid_input`. */
export function parseVersion(form: FormData): number {
  const parsed = count.safeParse(form.get("updatedAt"));
  if (!parsed.success) throw new Problem("invalid_input");
  return parsed.data;
}

function textsOf(form: FormData): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") texts[name] = value;
  return texts;
}
