import { expect, test } from "vitest";
import { createPayableOrders } from "../../../app/checkout/use-cases/payable-order";
import type { MissingThing } from "../../../app/orders/ports";

import { orderOf } from "../../support/factories/order";
import { takingAlso } from "../../support/factories/things";

const open = orderOf({ productId: "product", ownerUid: "seller", buyerUid: "buyer" });
const order = { ...open, terms: takingAlso(open.terms, "use:spring") };

/** The code and the text of the refusal, where this is missing. */
async function refusalFor(missing: MissingThing | null) {
  const orders = { missingThing: async () => missing };
  const ports = { orders } as unknown as Parameters<typeof createPayableOrders>[0];
  const problem = await createPayableOrders(ports).otherThingsProblem(order);
  return problem && [problem.code, problem.message];
}

test.each<[MissingThing["kind"], string, string[]]>([
  ["key", "sold_out", ["sold_out", "sold_out"]],
  ["key", "held", ["held", "held"]],
  ["use", "sold_out", ["code_refused", "code_used_up"]],
  ["use", "held", ["held", "use_held"]],
  ["own", "sold_out", ["code_refused", "code_used_by_you"]],
  ["own", "held", ["held", "own_held"]],
])("a %s that is %s has words of its own", async (kind, availability, refusal) => {
  expect(await refusalFor({ kind, availability } as MissingThing)).toEqual(refusal);
});

test("nothing is refused where all is free", async () => {
  expect(await refusalFor(null)).toBe(null);
});
