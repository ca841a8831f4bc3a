import { apiPaths } from "../../lib/api-paths";
import { MAX_OPERATION_RETRY_MS, retryWithBackoff, sendRequest } from "./retry-with-backoff";

/** A draft as the server has it. */
export interface DraftVersion {
  productId: string;
  /** Epoch ms of its version. */
  updatedAt: number;
}

/** URLs of the stored images; empty if absent. */
export interface StoredImages {
  cover: string;
  image: string;
}

/** Called with true while a lost connection or a busy server is waited for. */
type OnWaiting = (waiting: boolean) => void;

/** Begins a draft with the fields of a form. A repeated `requestId` returns the draft that it began. */
export function requestDraft(fields: FormData, onWaiting: OnWaiting): Promise<DraftVersion> {
  return send(apiPaths.drafts, { method: "POST", body: fields }, onWaiting);
}

/** Saves the fields and the images of a draft. Throws `UploadRejected`. */
export async function requestSave(
  { productId, updatedAt }: DraftVersion,
  form: FormData,
  onWaiting: OnWaiting,
): Promise<DraftVersion & { images: StoredImages }> {
  form.set("updatedAt", String(updatedAt));
  const init = { method: "PUT", body: form };
  const saved = await send<{ updatedAt: number; images: StoredImages }>(
    apiPaths.draft(productId),
    init,
    onWaiting,
  );
  return { ...saved, productId };
}

/** Saves a draft and puts it on sale. A repeated call changes nothing. Throws `UploadRejected`. */
export async function requestPublication(
  { productId, updatedAt }: DraftVersion,
  form: FormData,
  onWaiting: OnWaiting,
): Promise<void> {
  form.set("updatedAt", String(updatedAt));
  await send(apiPaths.publishDraft(productId), { method: "POST", body: form }, onWaiting);
}

async function send<T>(url: string, init: RequestInit, onWaiting: OnWaiting): Promise<T> {
  // Goes on where the page is left within the app.
  const { signal } = new AbortController();
  const options = { signal, onWaiting, maxMs: MAX_OPERATION_RETRY_MS };
  const { body } = await retryWithBackoff(() => sendRequest(url, { ...init, signal }), options);
  return JSON.parse(body);
}
