import { showKeys } from "../../../../app/licences/use-cases/give-keys";
import type { Act } from "../../steps";
import type { World } from "../../world";
import { ask, ownOrders, type PersonContext } from "../checkout";
import { hasPage, secretOf } from "../identity";

/** The licence key of a person's right to a product, as its page shows it. */
export async function lookAtKey(context: PersonContext, product: string): Promise<void> {
  const { world, person } = context;
  const { uid, wallets, name } = person;
  const own = ownOrders(world, person).findLast(
    (order) => order.product === product && hasPage(order),
  );
  const secretHash = own ? secretOf(world, person, own.order) : null;
  const viewer =
    uid === null || secretHash !== null ? null : { uid, wallet: wallets[0]?.address ?? null };
  const guest = secretHash === null ? null : ({ kind: "guest", secretHash } as const);
  const input = { productId: product, viewer, guest, asked: {}, address: `address of ${name}` };
  const shown = await ask(context, `looks at the licence key of ${product}`, async (ports) => {
    const { licensedBy: orderId } = await ports.checkout.readPurchasePage(input);
    if (orderId === null) return null;
    const [key] = await showKeys([{ orderId, productId: product }], ports);
    return key ?? null;
  });
  if (!shown.ok || shown.value?.state !== "given") return;
  const { orderId: order, key } = shown.value;
  world.story.tell({ kind: "licence", order, product, key });
}

/** Ids of products that give keys. */
export function licensedProducts({ database }: World): Set<string> {
  const sql = "SELECT product_id AS id FROM licence_settings";
  return new Set(database.read<{ id: string }>(sql).map(({ id }) => id));
}

/** Looks at the key of something bought, in one window or in two at once. */
export const looksAtKey: Act = {
  role: "buyer",
  weight: 0,
  async run(context) {
    const { world, person, random } = context;
    const licensed = licensedProducts(world);
    const own = ownOrders(world, person).filter(({ product }) => licensed.has(product));
    if (own.length === 0) return;
    const { product } = random.pick(own);
    const windows = random.chance(0.3) ? 2 : 1;
    await Promise.all(Array.from({ length: windows }, () => lookAtKey(context, product)));
  },
};
