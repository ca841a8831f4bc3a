import type { IncomingPayment } from "../../../../app/orders/rules/incoming-payment";
import { buildRefund } from "../../../../app/refunds/use-cases/build-refund";
import {
  acceptPayment,
  dismissPayment,
  dismissShortPayments,
} from "../../../../app/refunds/use-cases/decide-payment";
import {
  readIncomingPayments,
  readShortPayments,
} from "../../../../app/refunds/use-cases/read-incoming-payments";
import {
  sendSignedRefund,
  sendSignedShares,
} from "../../../../app/refunds/use-cases/sellers-transaction";
import { buildSharePayment } from "../../../../app/refunds/use-cases/share-payment";
import type { Act } from "../../steps";
import { type Answer, ask, isAnswerLost, type PersonContext } from "../checkout";
import { decodeBase64Transaction, idOf, signedBytes } from "../signing";

type List = "toReview" | "sales" | "short";

/** What the seller's page lists first; nothing where it is not answered. */
export async function readPayments(
  context: PersonContext,
  list: List,
): Promise<readonly IncomingPayment[]> {
  const sellerUid = context.person.uid ?? "";
  const answer = await ask(context, `reads the payments (${list})`, async (ports) => {
    const page =
      list === "short"
        ? await readShortPayments({ sellerUid, page: null }, ports)
        : await readIncomingPayments({ sellerUid, list, before: null }, ports);
    return page.items;
  });
  return answer.ok ? answer.value : [];
}

/** True where what was asked for may be done: also where the answer was lost. */
function mayBeDone(answer: Answer<unknown>): boolean {
  return answer.ok || isAnswerLost(answer);
}

function paymentAct(
  weight: number,
  lists: Readonly<Partial<Record<List, number>>>,
  run: (context: PersonContext, payment: IncomingPayment) => Promise<void>,
): Act {
  return {
    role: "seller",
    weight,
    async run(context) {
      const list = context.random.weighted(lists as Record<List, number>);
      const payments = await readPayments(context, list);
      if (payments.length > 0) await run(context, context.random.pick(payments));
    },
  };
}

/** Time that a seller takes to sign: beyond a minute the transaction may have lapsed. */
const SIGNING_MS = { low: 500, high: 12_000 };

/** Builds a refund, signs it, and has it sent by the wallet or the server. */
export async function refund(
  context: PersonContext,
  { orderId, payer }: IncomingPayment,
  { scope, mayRefuse }: { scope: "all" | "extra"; mayRefuse: boolean },
): Promise<void> {
  const { world, person, random } = context;
  const sellerUid = person.uid ?? "";
  world.story.tell({ kind: "asked-refund", order: orderId });
  const built = await ask(context, `asks for a refund of ${orderId}`, (ports) =>
    buildRefund({ orderId, sellerUid, payer, scope }, ports),
  );
  if (!built.ok || (mayRefuse && random.chance(0.15))) return;
  await world.scheduler.sleep(random.between(SIGNING_MS.low, SIGNING_MS.high));
  const signer = person.wallets.find(({ address }) => address === built.value.recipient);
  if (!signer) return;
  const bytes = signedBytes(decodeBase64Transaction(built.value.transaction), [signer]);
  const signature = idOf(bytes);
  world.trace.add(person.name, `signs the refund ${signature} of ${orderId}`);
  world.story.tell({ kind: "refunded", order: orderId, signature });
  if (random.chance(0.6)) return world.chain.submit(bytes, random.below(1_500));
  const transaction = Buffer.from(bytes).toString("base64");
  await ask(context, `sends the refund of ${orderId}`, (ports) =>
    sendSignedRefund({ orderId, sellerUid, transaction }, ports),
  );
}

const refundByChance = (context: PersonContext, payment: IncomingPayment) => {
  const scope = context.random.chance(0.85) ? "all" : "extra";
  return refund(context, payment, { scope, mayRefuse: true });
};

export const refundsSale = paymentAct(4, { sales: 1 }, refundByChance);
export const refundsPayment = paymentAct(4, { toReview: 3, short: 2 }, refundByChance);

/** True where the answer said that the payment was accepted. */
export async function accept(
  context: PersonContext,
  { orderId, payer }: IncomingPayment,
): Promise<boolean> {
  const sellerUid = context.person.uid ?? "";
  const answer = await ask(context, `accepts ${payer} for ${orderId}`, (ports) =>
    acceptPayment({ orderId, sellerUid, payer }, ports),
  );
  if (mayBeDone(answer)) context.world.story.tell({ kind: "accepted", order: orderId });
  return answer.ok;
}

export const acceptsPayment = paymentAct(4, { toReview: 3, short: 1 }, async (context, payment) => {
  await accept(context, payment);
});

/** Has those who share in a sale paid by the seller's wallet; false where nothing was built. */
export async function share(
  context: PersonContext,
  { orderId }: IncomingPayment,
  { mayRefuse }: { mayRefuse: boolean },
): Promise<boolean> {
  const { world, person, random } = context;
  const sellerUid = person.uid ?? "";
  const built = await ask(context, `shares the payment of ${orderId}`, (ports) =>
    buildSharePayment({ orderId, sellerUid }, ports),
  );
  if (!built.ok || built.value.transaction === null) {
    // Where nobody can receive a share, asking for it accepts the payment.
    if (mayBeDone(built)) world.story.tell({ kind: "accepted", order: orderId });
    return built.ok;
  }
  if (mayRefuse && random.chance(0.15)) return true;
  await world.scheduler.sleep(random.between(SIGNING_MS.low, SIGNING_MS.high));
  const signer = person.wallets.find(({ address }) => address === built.value.recipient);
  if (!signer) return false;
  const bytes = signedBytes(decodeBase64Transaction(built.value.transaction), [signer]);
  world.trace.add(person.name, `signs the shares ${idOf(bytes)} of ${orderId}`);
  world.story.tell({ kind: "accepted", order: orderId });
  if (random.chance(0.6)) await world.chain.submit(bytes, random.below(1_500));
  else {
    const transaction = Buffer.from(bytes).toString("base64");
    await ask(context, `sends the shares of ${orderId}`, (ports) =>
      sendSignedShares({ orderId, sellerUid, transaction }, ports),
    );
  }
  return true;
}

export const sharesPayment = paymentAct(3, { toReview: 3, sales: 1 }, async (context, payment) => {
  await share(context, payment, { mayRefuse: true });
});

export async function dismiss(
  context: PersonContext,
  { orderId, payer, status }: IncomingPayment,
): Promise<void> {
  const sellerUid = context.person.uid ?? "";
  const answer = await ask(context, `dismisses ${payer} for ${orderId}`, (ports) =>
    dismissPayment({ orderId, sellerUid, payer }, ports),
  );
  // Setting a payment below the price aside changes nothing of the order.
  if (status === "review" && mayBeDone(answer))
    context.world.story.tell({ kind: "dismissed", order: orderId });
}

export const dismissesPayment = paymentAct(2, { toReview: 3, short: 1 }, dismiss);

export const dismissesShortPayments: Act = {
  role: "seller",
  weight: 1,
  async run(context) {
    const sellerUid = context.person.uid ?? "";
    await ask(context, "dismisses what is short", (ports) =>
      dismissShortPayments({ sellerUid }, ports),
    );
  },
};
