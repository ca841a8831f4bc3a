import { env } from "cloudflare:test";
import type { PreparedUpload } from "../../app/products/rules/release";
import { purgeAbandonedUploads, purgeOldDrafts } from "../../app/products/use-cases/purge-uploads";
import { openDb } from "../../db/client";
import { mediaIn } from "../../db/products/media";
import { presentationsIn } from "../../db/products/presentations";
import { productsIn } from "../../db/products/products";
import { protectedFilesIn } from "../../db/products/protected-files";
import { releasesIn } from "../../db/products/releases";
import { ABOVE_PRODUCTS } from "../../workers/claimed-rows";
import { r2FileStore } from "../../workers/r2-file-store";
import { noLog } from "./log";
import type { Seller } from "./seller";
import { complete, productForm, putPart } from "./upload";

/** Inside workerd, as all here. */
export const rowOf = (id: string) =>
  env.DB.prepare("SELECT * FROM products WHERE id = ?").bind(id).first<Record<string, unknown>>();

interface Draft {
  productId: string;
  /** Epoch ms. */
  updatedAt: number;
}

type Fields = Record<string, string | Blob | null>;

export const postDraft = (who: Seller, fields: Record<string, string> = {}) =>
  who.call("/api/drafts", { method: "POST", body: new URLSearchParams(fields) });

export async function newDraft(who: Seller, fields: Record<string, string> = {}): Promise<Draft> {
  const answer = await postDraft(who, fields);
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Draft;
}

/** Saves exactly these fields; the others of the form are left out. */
export function saveDraft(who: Seller, draft: Draft, fields: Fields): Promise<Response> {
  const body = new FormData();
  const sent = { updatedAt: String(draft.updatedAt), ...fields };
  for (const [name, value] of Object.entries(sent)) if (value !== null) body.append(name, value);
  return who.call(`/api/drafts/${draft.productId}`, { method: "PUT", body });
}

/** Publishes with a valid form that `fields` override. */
export function publishDraft(who: Seller, draft: Draft, fields: Fields = {}): Promise<Response> {
  const body = productForm(who.wallet, { updatedAt: String(draft.updatedAt), ...fields });
  return who.call(`/api/drafts/${draft.productId}/publish`, { method: "POST", body });
}

export type WantedFile = { key: string; name: string } | { name: string; sizeBytes: number };

export function putRelease(
  who: Seller,
  productId: string,
  files: readonly WantedFile[],
): Promise<Response> {
  return who.call(`/api/products/${productId}/release`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ files }),
  });
}

/** Announces files with these texts, by their names, and sends and completes those of `sent`. */
export async function sendFiles(
  who: Seller,
  productId: string,
  texts: Record<string, string>,
  sent: readonly string[] = Object.keys(texts),
): Promise<PreparedUpload[]> {
  const wanted = Object.entries(texts).map(([name, text]) => ({ name, sizeBytes: text.length }));
  const answer = await putRelease(who, productId, wanted);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  const { uploads } = (await answer.json()) as { uploads: PreparedUpload[] };
  for (const { key, name } of uploads.filter((upload) => sent.includes(upload.name))) {
    await putPart(who, key, 1, texts[name] ?? "");
    const done = await complete(who, key);
    if (done.status !== 200) throw new Error(`${done.status} ${await done.text()}`);
  }
  return uploads;
}

/** What the cron removes of drafts and their uploads at the time of the Worker. */
export async function purgeDrafts(): Promise<void> {
  const db = openDb(env.DB);
  const deps = {
    clock: { now: () => Date.now() },
    log: noLog,
    ids: { short: () => crypto.randomUUID() },
    products: productsIn(db),
    presentations: presentationsIn(db),
    protectedFiles: protectedFilesIn(db),
    releases: releasesIn(db, ABOVE_PRODUCTS),
    files: r2FileStore(env.FILES),
    media: mediaIn(db),
  };
  // Each run removes a few, those of other tests too.
  for (let run = 0; run < 5; run += 1) {
    await purgeOldDrafts(deps);
    await purgeAbandonedUploads(deps);
  }
}

/** Keys in the file store of the images of a product. */
export async function imageKeysOf({ uid }: Seller, productId: string): Promise<string[]> {
  const { objects } = await env.FILES.list({ prefix: `files/${uid}/${productId}/` });
  return objects.map(({ key }) => key);
}
