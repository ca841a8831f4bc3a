import { Buffer } from "node:buffer";
import type { UploadState } from "../../app/products/rules/upload";
import type { Seller } from "./seller";

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** A valid product form; `fields` override it, null leaves a field out. */
export function productForm(
  recipient: string,
  fields: Record<string, string | Blob | null> = {},
): FormData {
  const form = new FormData();
  const all = {
    title: "Field recordings",
    price: "0.25",
    category: "1",
    subcategory: "",
    description: "An hour of rain.",
    recipient,
    saleType: "infinite",
    saleLimit: "1",
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) if (value !== null) form.append(name, value);
  return form;
}

/** Opens an upload of `sizeBytes` bytes. */
export async function openUpload(
  seller: Pick<Seller, "wallet" | "call">,
  sizeBytes: number,
  fields: Record<string, string | Blob | null> = {},
): Promise<UploadState> {
  const body = productForm(seller.wallet, {
    fileName: "rain [v1].wav",
    fileSize: String(sizeBytes),
    fileType: "audio/wav",
    ...fields,
  });
  return opened(await seller.call("/api/uploads", { method: "POST", body }));
}

async function opened(answer: Response): Promise<UploadState> {
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as UploadState;
}

/** Publishes a product with a file of a few bytes; returns its id. */
export async function publish(
  seller: Pick<Seller, "wallet" | "call">,
  fields: Record<string, string | Blob | null> = {},
): Promise<string> {
  const bytes = "the goods";
  const { key } = await openUpload(seller, bytes.length, fields);
  await putPart(seller, key, 1, bytes);
  const { productId } = (await (await complete(seller, key)).json()) as { productId: string };
  return productId;
}

/** Asks for the upload of another version of a product's file. */
export function postReplacement(
  seller: Pick<Seller, "call">,
  productId: string,
  fields: Record<string, string>,
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ fileName: "rain 2.wav", ...fields }))
    body.set(name, value);
  return seller.call(`/api/products/${productId}/file`, { method: "POST", body });
}

/** Opens the upload of another version of a product's file. */
export async function openReplacement(
  seller: Pick<Seller, "call">,
  productId: string,
  sizeBytes: number,
  note = "",
): Promise<UploadState> {
  return opened(await postReplacement(seller, productId, { fileSize: String(sizeBytes), note }));
}

/** Replaces a product's file by a few bytes; returns the key of the version. */
export async function replaceFile(
  seller: Pick<Seller, "call">,
  productId: string,
  text: string,
  note = "",
): Promise<string> {
  const { key } = await openReplacement(seller, productId, text.length, note);
  await putPart(seller, key, 1, text);
  const answer = await complete(seller, key);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return key;
}

export function putPart(
  seller: Pick<Seller, "call">,
  key: string,
  part: number | string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> {
  const path = `/api/uploads/${encodeURIComponent(key)}/parts/${part}`;
  return seller.call(path, { method: "PUT", body, headers });
}

export function complete(seller: Pick<Seller, "call">, key: string): Promise<Response> {
  return seller.call(`/api/uploads/${encodeURIComponent(key)}/complete`, { method: "POST" });
}

/** The code of `{ error: { code } }`. */
export async function codeOf(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  if (!error.message) throw new Error("an error without a message");
  return error.code;
}
