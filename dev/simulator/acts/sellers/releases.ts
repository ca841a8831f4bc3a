import { createHash } from "node:crypto";
import { publishingAt } from "../../../../app/products/rules/release";
import { ownProduct } from "../../../../app/products/use-cases/ownership";
import { newUpload } from "../../../../app/products/use-cases/start-file";
import type { NewRelease } from "../../../../db/products/preparing";
import type { ProductOnSale } from "../../model/story";
import { ask, type PersonContext } from "../checkout";
import { productAct } from "./products";

/** Never reached: the bounds of uploads are no matter of payments. */
const BOUNDS = { products: 1_000, bytes: 1e9, maxStoredBytes: 1e12 };

/** Keeps some of the files on sale, uploads one or two, and puts them on sale; or gives up in the midst of it. */
export const publishesRelease = productAct(4, async (context, product) => {
  const { world, random } = context;
  const release = await begin(context, product);
  if (!release) return;
  for (const { key, storagePath } of release.uploads) {
    await world.scheduler.sleep(random.between(500, 60_000));
    const body = `What ${key} has.`;
    world.bucket.seed(storagePath, body, "text/plain");
    const verified = await ask(context, `sends ${key}`, (ports) => {
      const owner = { id: product.product, ownerUid: context.person.uid ?? "" };
      const sha256 = createHash("sha256").update(body).digest("hex");
      const file = { key, sha256, sizeBytes: body.length };
      return ports.products.recordVerified(owner, file, publishingAt(ports.clock.now()));
    });
    if (!verified.ok || random.chance(0.1)) return;
  }
});

/** In place of a release that was prepared; null where it was refused. */
async function begin(
  context: PersonContext,
  { product: productId }: ProductOnSale,
): Promise<NewRelease | null> {
  const { world, person, random } = context;
  const uid = person.uid ?? "";
  const opened = await ask(context, `opens the files of ${productId}`, async (ports) => {
    const { releaseId } = await ownProduct({ uid, productId }, ports);
    const prepared = await ports.releases.inPreparation(productId);
    const files = await ports.releases.filesOf(releaseId ?? "");
    return { files, replaces: prepared?.id ?? null };
  });
  if (!opened.ok) return null;
  const { files, replaces } = opened.value;
  await world.scheduler.sleep(random.between(500, 20_000));
  const kept = files.slice(random.below(files.length + 1));
  const count = random.between(1, 2);
  const begun = await ask(context, `begins a release of ${productId}`, async (ports) => {
    const described = { name: "more.txt", sizeBytes: 30, contentType: "text/plain" };
    const uploads = Array.from({ length: count }, () =>
      newUpload({ uid, productId }, { ...described, modifiedAt: null }, ports),
    );
    const named = [...uploads, ...kept].map(({ key }, at) => ({ key, name: `${at}.txt` }));
    const release = {
      id: ports.ids.short(),
      productId,
      ownerUid: uid,
      note: "",
      at: ports.clock.now(),
      files: named,
      uploads,
      newBytes: 30 * count,
    };
    const options = { replaces, bounds: BOUNDS };
    return (await ports.products.prepareRelease(release, options)) ? release : null;
  });
  return begun.ok ? begun.value : null;
}
