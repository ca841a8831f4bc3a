import { parseSol } from "../../../app/lib/parse-sol";
import { categoryById } from "../../../app/products/rules/categories";
import { NO_IMAGE } from "../../../app/products/rules/pictures";
import { imageColumns } from "../../../app/products/use-cases/images";
import type { SeedPorts } from "../context";
import { type DemoSeller, demoId } from "./people";

/** Three products of the first seller for less than one by one. */
export const DEMO_BUNDLE = {
  slug: "coffret",
  title: "Le coffret de l’atelier",
  description:
    "Trois choses de l’atelier qui vont bien ensemble : des grilles pour la page, des motifs pour la remplir, et du pain pour tenir jusqu’au soir.",
  category: 7,
  /** SOL as decimal text. */
  price: "0.17",
  /** Hours before the seed. */
  age: 24 * 2,
  items: ["grilles", "tuiles", "levain"],
};

/** Puts the bundle on sale, unless it exists. Its products are there. */
export async function publishBundle(
  seller: DemoSeller,
  ports: SeedPorts,
  now: number,
): Promise<void> {
  const { slug, title, description, category, price, age, items } = DEMO_BUNDLE;
  const id = demoId(slug);
  if (await ports.products.byId(id)) return;
  const { id: categoryId, type } = categoryById(category) ?? {};
  const amount = parseSol(price);
  if (!categoryId || !type || !amount.ok)
    throw new Error("The bundle has no such category or price");
  const at = now - age * 3_600_000;
  const refusal = await ports.bundles.insert(
    {
      ...{ id, ownerUid: seller.uid, title, description, descriptionFormat: "plain" },
      ...{ categoryId, subcategoryId: null, type, recipient: seller.wallet.publicKey.toBase58() },
      ...{ priceLamports: amount.lamports, isFree: false, isPriceChosen: false },
      ...{ suggestedLamports: null, ...imageColumns({ cover: NO_IMAGE, image: NO_IMAGE }) },
      ...{ releaseId: null, productFileName: "", saleType: "infinite", saleLimit: null },
      ...{ status: "active", createdAt: at, updatedAt: at },
    },
    items.map(demoId),
  );
  if (refusal) throw new Error(`The bundle was refused: ${refusal.why}`);
}
