import type { World } from "../world";
import { type Answer, ask, isAnswerLost, LATEST_WRITE_MS, type PersonContext } from "./checkout";

/** The live grant of a product to an account, and when it was given; null where there is none. */
export function grantOf({ database }: World, uid: string | null, product: string): string | null {
  const [row] = database.read<{ text: string }>(
    `SELECT id || ' ' || created_at AS text FROM grants
    WHERE uid = ? AND product_id = ? AND removed_at IS NULL`,
    uid,
    product,
  );
  return row?.text ?? null;
}

/** True for who may download a product, by an order or for free. */
export function hasRight({ database }: World, uid: string | null, product: string): boolean {
  const sql = "SELECT 1 FROM rights WHERE uid = ? AND product_id = ? AND revoked_at IS NULL";
  return database.read(sql, uid, product).length > 0;
}

/** Tells that the account of a person has a product for free, or had it. */
export async function tellTaken(
  { world, person }: PersonContext,
  product: string,
  answer: Answer<unknown>,
): Promise<void> {
  const { uid } = person;
  if (uid === null) return;
  if (!answer.ok) {
    if (!isAnswerLost(answer)) return;
    await world.scheduler.sleep(LATEST_WRITE_MS);
  }
  const sql = "SELECT code_id AS code FROM grants WHERE uid = ? AND product_id = ?";
  const [grant] = world.database.read<{ code: string | null }>(sql, uid, product);
  if (grant) world.story.tell({ kind: "took", product, uid, code: grant.code });
}

/** Takes a product for free, whatever its page said. True where it is the person's. */
export async function takeFree(
  context: PersonContext,
  product: string,
  address: string,
): Promise<boolean> {
  const { world, person } = context;
  const { uid } = person;
  if (uid === null) return false;
  const restores = restoresOf(world);
  const answer = await ask(context, `takes ${product} for free`, ({ checkout }) =>
    checkout.takeFree({ productId: product, uid, address }),
  );
  await tellTaken(context, product, answer);
  if (answer.ok && restores === restoresOf(world) && !hasOrRemoved(world, uid, product))
    throw new Error(`${person.name} was told to have ${product}, and does not`);
  return answer.ok;
}

const restoresOf = ({ story }: World) =>
  story.events.filter(({ kind }) => kind === "restored").length;

/** A right that has ended since counts: it was there. */
function hasOrRemoved({ database }: World, uid: string, product: string): boolean {
  const sql = "SELECT 1 FROM rights WHERE uid = ? AND product_id = ?";
  return database.read(sql, uid, product).length > 0;
}
