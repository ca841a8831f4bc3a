import { join } from "node:path";
import { Miniflare } from "miniflare";
import { PART_BYTES, partCount, partRange } from "../../app/products/rules/upload";
import { generatedBytes } from "../../tests/support/generated-file";
import { workerdsOf } from "../../tests/support/process-usage";
import { bundleWorker } from "./bundle-worker";
import { type FileServer, measureCost, type UploadedFile } from "./file-server";
import { readText, streamRequest } from "./stream-request";

/** A Worker that only moves the bytes, in a workerd of its own, with files in `folder`. */
export async function startBareFileServer(folder: string): Promise<FileServer> {
  const others = workerdsOf(process.pid);
  const miniflare = new Miniflare({
    modules: true,
    script: await bundleWorker("bench/support/bare-file-worker.ts"),
    compatibilityDate: "2026-04-01",
    compatibilityFlags: ["nodejs_compat"],
    r2Buckets: ["FILES"],
    r2Persist: join(folder, "r2"),
    cf: false,
  });
  const origin = (await miniflare.ready).href;
  const [pid = 0] = workerdsOf(process.pid).filter((one) => !others.includes(one));
  const files = await miniflare.getR2Bucket("FILES");
  return {
    pid,
    upload: (sizeBytes) => upload({ origin, pid }, sizeBytes, (key) => files.delete(key)),
    stop: () => miniflare.dispose(),
  };
}

async function upload(
  { origin, pid }: { origin: string; pid: number },
  sizeBytes: number,
  remove: (key: string) => Promise<void>,
): Promise<UploadedFile> {
  const key = crypto.randomUUID();
  const url = new URL(key, origin).href;
  const sent = await measureCost(pid, async () => {
    const uploadId = await readText(await streamRequest(url, { method: "PUT" }));
    const target = `${url}?uploadId=${encodeURIComponent(uploadId)}`;
    const sizes = { sizeBytes, partSizeBytes: PART_BYTES };
    const parts: string[] = [];
    for (let part = 1; part <= partCount(sizes); part++) {
      const { start, end } = partRange(sizes, part) ?? { start: 0, end: 0 };
      const body = { bytes: generatedBytes(start, end), sizeBytes: end - start };
      const put = { method: "PUT", body };
      parts.push(await readText(await streamRequest(`${target}&part=${part}`, put)));
    }
    return { target, parts };
  });
  const { target, parts } = sent.value;
  const list = Buffer.from(`[${parts}]`);
  const body = { bytes: [list], sizeBytes: list.length };
  const join = () => streamRequest(target, { method: "POST", body }).then(readText);
  const { cost: complete } = await measureCost(pid, join);
  // The key of an object is the path.
  const removeFile = () => remove(`/${key}`);
  return { url, parts: sent.cost, complete, remove: removeFile };
}
