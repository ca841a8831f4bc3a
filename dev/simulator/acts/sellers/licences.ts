import { addKeys, saveLicences } from "../../../../app/licences/use-cases/manage-licences";
import type { Plan } from "../../steps";
import type { World } from "../../world";

/** Sellers let products give licence keys, and write the lists, as the plan says. Before any fault. */
export async function giveLicences(world: World, { products, seed }: Plan): Promise<void> {
  for (const [at, { licenceKeys }] of products.entries()) {
    if (licenceKeys === undefined) continue;
    const id = `product-${at + 1}`;
    const keys = Array.from({ length: licenceKeys ?? 0 }, (_, line) => keyOf(seed, id, line + 1));
    await world.request(async (ports) => {
      const product = await ports.products.byId(id);
      if (!product) throw new Error(`the plan has no ${id}`);
      const kind = licenceKeys === null ? "generated" : "pool";
      await saveLicences(product, { kind, days: "30", instances: "" }, ports);
      if (keys.length > 0) await addKeys(product, keys.join("\n"), ports);
    });
  }
}

function keyOf(seed: string, product: string, line: number): string {
  return `KEY-${seed}-${product}-${String(line).padStart(16, "0")}`;
}
