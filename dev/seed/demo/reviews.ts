import { randomBytes } from "node:crypto";
import { DAY_MS } from "../../../app/lib/time-zone";
import { TAG_LENGTH, tagOf } from "../../../app/reviews/rules/review";
import type { WrittenReview } from "../../../db/reviews/reviews";
import type { SeedContext, SeedPorts } from "../context";
import { demoId } from "./people";

type DemoReview = WrittenReview & { slug: string; answer?: string };

/** By the buyers of each product in the order of their purchases. */
const REVIEWS: DemoReview[] = [
  {
    slug: "grilles",
    stars: 5,
    name: "Ada",
    text: "Les marges tombent juste, et les gabarits s’ouvrent sans plugin. J’ai monté un programme de salle en une soirée.",
    answer: "Merci ! Le gabarit A5 arrive avec la prochaine version.",
  },
  {
    slug: "grilles",
    stars: 4,
    name: "",
    text: "Très propre. J’aurais aimé une version pour écran.",
  },
  {
    slug: "comptable",
    stars: 4,
    name: "",
    text: "La TVA suisse est bien là, et tout est expliqué.",
  },
  { slug: "levain", stars: 5, name: "Cleo", text: "Troisième pain : enfin une mie ouverte." },
  {
    slug: "letterpress",
    stars: 5,
    name: "Dag",
    text: "Honest notes by someone who has cleaned a press. The pages on packing saved me a week.",
    answer: "Glad to hear it. Packing is half of the job.",
  },
  { slug: "letterpress", stars: 3, name: "", text: "Good, though I hoped for more photographs." },
  { slug: "waves", stars: 5, name: "", text: "" },
];

/** Writes the reviews of the demo, some days after the purchases. Those that exist stay as they are. */
export async function addReviews(ports: SeedPorts, db: SeedContext["db"]): Promise<void> {
  const used = new Map<string, number>();
  for (const { slug, answer, ...written } of REVIEWS) {
    const at = used.get(slug) ?? 0;
    used.set(slug, at + 1);
    const order = await purchaseOf(demoId(slug), at, db);
    if (!order) throw new Error(`the demo has no sale ${at} of ${slug}`);
    const id = demoId(`review/${slug}/${at}`);
    const { orderId, uid, ownerUid, settledAt } = order;
    const writtenAt = Math.min(ports.clock.now(), settledAt + 2 * DAY_MS);
    const tag = tagOf(randomBytes(TAG_LENGTH));
    if (!(await ports.reviews.write({ ...written, orderId, uid, id, tag, at: writtenAt })))
      throw new Error(`the demo's review of ${slug} was refused`);
    if (answer) await ports.reviews.answer({ id, ownerUid }, answer, writtenAt + DAY_MS);
  }
}

function purchaseOf(productId: string, at: number, db: SeedContext["db"]) {
  const sql = `SELECT id AS orderId, buyer_uid AS uid, owner_uid AS ownerUid, settled_at AS settledAt
    FROM orders WHERE product_id = ? AND status = 'paid' ORDER BY settled_at, id LIMIT 1 OFFSET ${at}`;
  const bound = db.prepare(sql).bind(productId);
  return bound.first<{ orderId: string; uid: string; ownerUid: string; settledAt: number }>();
}
