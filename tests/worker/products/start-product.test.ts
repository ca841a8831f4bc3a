import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import type { ProductTerms } from "../../../app/products/rules/product-form";
import { completeUpload } from "../../../app/products/use-cases/complete-upload";
import { startProduct } from "../../../app/products/use-cases/start-product";
import { openDb } from "../../../db/client";
import { mediaIn } from "../../../db/products/media";
import { presentationsIn } from "../../../db/products/presentations";
import { productsIn } from "../../../db/products/products";
import { protectedFilesIn } from "../../../db/products/protected-files";
import { releasesIn } from "../../../db/products/releases";
import { ABOVE_PRODUCTS } from "../../../workers/claimed-rows";
import { r2FileStore } from "../../../workers/r2-file-store";
import { noLog } from "../../support/log";
import { changeRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import { codeOf, complete, openUpload, PNG, productForm, putPart } from "../../support/upload";

const MB = 1024 * 1024;

const db = openDb(env.DB);
const files = r2FileStore(env.FILES);
const products = productsIn(db);
const protectedFiles = protectedFilesIn(db);
const short = () => crypto.randomUUID().replaceAll("-", "").slice(0, 22);
const deps = {
  settings: { maxStoredBytes: 3 * MB, feeBps: 100 },
  clock: { now: () => Date.now() },
  log: noLog,
  ids: {
    uuid: () => crypto.randomUUID(),
    short,
    token: short,
    bytes: (count: number) => new Uint8Array(count),
  },
  // Not asked: the payout wallet is the seller's own, and the price opens it.
  chain: { accounts: async () => [], rentMinimum: async () => 650_240n },
  products,
  grants: { mayOffer: async () => false },
  protectedFiles,
  releases: releasesIn(db, ABOVE_PRODUCTS),
  files,
  media: mediaIn(db),
  presentations: presentationsIn(db),
};

let seller: Seller;
beforeEach(async () => {
  seller = await newSeller();
});

const imageOf = (name: string) => ({ name, bytes: new Uint8Array(PNG).buffer, small: null });

function newProduct(sizeBytes: number, requestId: string | null = null) {
  const terms = {
    title: "T",
    categoryId: 1,
    subcategoryId: null,
    type: "musique",
    description: "",
    priceLamports: 10n ** 9n,
    recipient: seller.wallet,
    saleType: "infinite",
    saleLimit: null,
  } as ProductTerms;
  return {
    seller: {
      uid: seller.uid,
      plan: "free" as const,
      wallet: seller.wallet,
      reauthenticatedAt: 0,
    },
    terms,
    cover: imageOf("a.png"),
    image: imageOf("b.png"),
    shareImage: null,
    focus: null,
    files: [{ name: "a.bin", sizeBytes, contentType: "", modifiedAt: null }],
    requestId,
  };
}

const images = async () => {
  const { objects } = await env.FILES.list({ prefix: `files/${seller.uid}/` });
  return objects.length;
};
const rows = async (table: string) => {
  const count = `SELECT count(*) AS n FROM ${table} WHERE owner_uid = ?`;
  return (await env.DB.prepare(count).bind(seller.uid).first<{ n: number }>())?.n;
};

describe("a request that is repeated", () => {
  const start = (requestId: string) => {
    const cover = new File([PNG], "a.png");
    const body = productForm(seller.wallet, { fileName: "a", fileSize: "3", requestId, cover });
    return seller.call("/api/uploads", { method: "POST", body });
  };

  test("answers conflict once its product is published, and leaves nothing", async () => {
    const requestId = crypto.randomUUID();
    const { key } = (await (await start(requestId)).json()) as { key: string };
    await putPart(seller, key, 1, "abc");
    expect((await complete(seller, key)).status).toBe(200);
    const before = await images();
    for (let time = 0; time < 2; time += 1) {
      const again = await start(requestId);
      expect([again.status, await codeOf(again)]).toEqual([409, "conflict"]);
    }
    expect([await images(), await rows("media"), await rows("files")]).toEqual([before, before, 1]);
  });

  test("at the same time answers one upload, and leaves the images of one", async () => {
    const requestId = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => start(requestId)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const uploads = await Promise.all(answers.map((answer) => answer.json<{ key: string }>()));
    expect(new Set(uploads.map(({ key }) => key)).size).toBe(1);
    expect([await images(), await rows("media"), await rows("files")]).toEqual([1, 1, 1]);
  });
});

describe("a start that fails", () => {
  const down = () => Promise.reject(new Error("down"));

  test.each([
    [
      "the write of the draft",
      (all: typeof deps) => ({ ...all, products: { ...products, insertDraft: down } }),
    ],
    [
      "an image",
      (all: typeof deps) => ({
        ...all,
        files: {
          ...all.files,
          put: (...put: Parameters<typeof files.put>) =>
            /image_/.test(put[0]) ? down() : files.put(...put),
        },
      }),
    ],
    [
      "the public address of an image",
      (all: typeof deps) => ({ ...all, media: { ...all.media, insert: down } }),
    ],
  ])("at %s leaves neither images nor an upload", async (_, broken) => {
    await expect(startProduct(newProduct(MB), broken(deps))).rejects.toThrow("down");
    expect([await images(), await rows("media"), await rows("files")]).toEqual([0, 0, 0]);
  });

  test("after its draft was written keeps what the draft names", async () => {
    const insertDraft = async (...draft: Parameters<typeof products.insertDraft>) => {
      await products.insertDraft(...draft);
      return down();
    };
    const requestId = crypto.randomUUID();
    const lost = { ...deps, products: { ...products, insertDraft } };
    await expect(startProduct(newProduct(MB, requestId), lost)).rejects.toThrow("down");
    expect([await images(), await rows("media")]).toEqual([2, 2]);
    const [upload] = await startProduct(newProduct(MB, requestId), deps);
    expect(await protectedFiles.byKey(upload?.key ?? "")).toMatchObject({ status: "uploading" });
    expect(await rows("files")).toBe(1);
  });
});

describe("an account", () => {
  // spec: setting.stored
  test("stores no more than its bound, whatever it starts at once", async () => {
    const starts = await Promise.allSettled(
      Array.from({ length: 8 }, () => startProduct(newProduct(MB - 1_000), deps)),
    );
    const refused = starts.flatMap((start) => (start.status === "rejected" ? [start.reason] : []));
    expect(refused).toHaveLength(5);
    for (const { code } of refused) expect(code).toBe("quota_exceeded");
    expect(await protectedFiles.storedBytes(seller.uid, 3 * MB)).toBeLessThanOrEqual(3 * MB);
    expect([await images(), await rows("media"), await rows("files")]).toEqual([6, 6, 3]);
  });

  // spec: product.quota
  test("is told so with 402, for images too", async () => {
    const { key } = await openUpload(seller, 10);
    await changeRow(env.DB, "files", { key }, { size_bytes: 20_480 * MB - 5, status: "complete" });
    const cover = new File([PNG], "a.png");
    const forms: Record<string, string | Blob>[] = [{ fileSize: "6" }, { fileSize: "1", cover }];
    for (const fields of forms) {
      const body = productForm(seller.wallet, { fileName: "a", ...fields });
      const answer = await seller.call("/api/uploads", { method: "POST", body });
      expect([answer.status, await codeOf(answer)]).toEqual([402, "quota_exceeded"]);
    }
    expect([await images(), await rows("media")]).toEqual([0, 0]);
  });
});

// spec: product.verified
test("completions of one upload at once hash its bytes once", async () => {
  const { key } = await openUpload(seller, 3);
  await putPart(seller, key, 1, "abc");
  let passes = 0;
  const sha256 = (path: string) => {
    passes += 1;
    return files.sha256(path);
  };
  const completions = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      completeUpload({ uid: seller.uid, key }, { ...deps, files: { ...files, sha256 } }),
    ),
  );
  expect(passes).toBe(1);
  expect(completions.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
  for (const one of completions)
    if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "slow_down" });
  expect(await completeUpload({ uid: seller.uid, key }, deps)).toBeTruthy();

  // A failed verification can be repeated at once.
  const next = await openUpload(seller, 3);
  await putPart(seller, next.key, 1, "abc");
  const broken = { ...files, sha256: () => Promise.reject(new Error("down")) };
  const input = { uid: seller.uid, key: next.key };
  await expect(completeUpload(input, { ...deps, files: broken })).rejects.toThrow("down");
  expect(await completeUpload(input, deps)).toEqual({ productId: next.productId });
});
