import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { apiPaths } from "../../app/lib/api-paths";
import { purchasePaths } from "../../app/lib/purchase-paths";
import { partCount, partRange, type UploadState } from "../../app/products/rules/upload";
import { bootApp } from "../../dev/run/boot";
import { localDatabase } from "../../dev/run/local-database";
import { freePort } from "../../dev/run/port";
import { readStartSettings } from "../../dev/run/settings";
import { insertPerson } from "../../tests/support/factories/person";
import { generatedBytes } from "../../tests/support/generated-file";
import { insertManySales } from "../../tests/support/many-sales";
import { workerdsOf } from "../../tests/support/process-usage";
import { insertRow } from "../../tests/support/rows";
import { productForm } from "../../tests/support/upload";
import { type FileServer, measureCost, type UploadedFile } from "./file-server";
import { readText, streamRequest } from "./stream-request";

/** The app as `npm start` runs it, with its data in `folder`, a seller on Premium and a buyer. */
export async function startAppFileServer(folder: string): Promise<FileServer> {
  const others = workerdsOf(process.pid);
  const settings = readStartSettings({
    PORT: String(await freePort()),
    CHAIN_PORT: String(await freePort(2)),
    DATA_DIR: join(folder, "app"),
    SEED: "0",
    RATE_SCALE: "1000",
  });
  const app = await bootApp(settings);
  const [pid = 0] = workerdsOf(process.pid).filter((one) => !others.includes(one));
  const db = localDatabase(app.worker);
  const files = await app.worker.getR2Bucket("FILES");
  const origin = settings.appOrigin;
  // A linked wallet needs no new re-authentication, however long this runs.
  const wallet = Keypair.generate().publicKey.toBase58();
  const seller = await insertPerson(db, { plan: "premium", wallet });
  const buyer = await insertPerson(db);

  async function upload(sizeBytes: number): Promise<UploadedFile> {
    const headers = { Origin: origin, Cookie: `session=${seller.token}` };
    const sent = await measureCost(pid, async () => {
      const fileFields = { fileName: "rain.wav", fileSize: String(sizeBytes) };
      const form = productForm(wallet, fileFields);
      const start = { method: "POST", body: form, headers };
      const started = await fetch(origin + apiPaths.uploads, start);
      if (!started.ok) throw new Error(`${started.status} ${await started.text()}`);
      const state = (await started.json()) as UploadState;
      for (let part = 1; part <= partCount(state); part++) {
        const { start, end } = partRange(state, part) ?? { start: 0, end: 0 };
        const body = { bytes: generatedBytes(start, end), sizeBytes: end - start };
        const url = origin + apiPaths.uploadPart(state.key, String(part));
        await readText(await streamRequest(url, { method: "PUT", headers, body }));
      }
      return state;
    });
    const { key, productId } = sent.value;
    const url = origin + apiPaths.completeUpload(key);
    const complete = await measureCost(pid, () =>
      streamRequest(url, { method: "POST", headers }).then(readText),
    );
    return {
      url: await buy(productId, key),
      parts: sent.cost,
      complete: complete.cost,
      remove: () => removeFile(key),
    };
  }

  /** Records a sale; returns the address that the buyer's download token gives. */
  async function buy(productId: string, fileKey: string): Promise<string> {
    const at = Date.now();
    const sale = { ownerUid: seller.uid, productId, count: 1, from: at, everyMs: 0 };
    await insertManySales(db, sale);
    await insertRow(db, "purchases", {
      uid: buyer.uid,
      product_id: productId,
      order_id: `${productId}:0`,
      created_at: at,
      file_key: fileKey,
    });
    const headers = { Cookie: `session=${buyer.token}` };
    const answer = await streamRequest(origin + purchasePaths.purchasedFile(productId), {
      headers,
    });
    await readText(answer);
    return String(answer.headers.location);
  }

  async function removeFile(key: string): Promise<void> {
    const path = await db
      .prepare("SELECT storage_path FROM files WHERE key = ?")
      .bind(key)
      .first<string>("storage_path");
    if (path) await files.delete(path);
  }

  return { pid, upload, stop: () => app.stop() };
}
