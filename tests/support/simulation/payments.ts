import type { RawTransaction } from "../../../app/solana/raw-transaction";
import { type Leg, rawTransaction } from "../raw-payments";
import { FEE, leg, PRICE, SHARE } from "./orders";

/** A payment that no server has built: whole or short, for one order or two, good or failed. */
export function paymentByHand(
  signature: string,
  id: string,
  other: string,
  choice: number,
): RawTransaction {
  const shapes: { legs: Leg[]; err?: unknown }[] = [
    { legs: [leg(id, "Seller", SHARE), leg(id, "Platform", FEE)] },
    { legs: [leg(id, "Seller", PRICE)] },
    { legs: [leg(id, "Seller", PRICE - 1n)] },
    { legs: [leg(id, "Seller", SHARE)] },
    { legs: [{ ...leg(id, "Seller", PRICE), from: "Stranger" }] },
    { legs: [{ ...leg(id, "Seller", PRICE), extra: [`Ref${id}`, `Ref${other}`] }] },
    {
      legs: [
        leg(id, "Seller", SHARE),
        { ...leg(other, "Seller", SHARE), from: `Buyer${id}` },
        leg(id, "Platform", FEE),
      ],
    },
    { legs: [leg(id, "Seller", PRICE), { ...leg(other, "Seller", PRICE), from: `Buyer${id}` }] },
    { legs: [leg(id, "Seller", PRICE + 5n), leg(id, "Platform", FEE)] },
    { legs: [leg(id, "Elsewhere", PRICE)] },
    { legs: [leg(id, "Seller", PRICE)], err: { InstructionError: [0, "Custom"] } },
  ];
  const shape = shapes[choice % shapes.length] ?? { legs: [] };
  const signers = [...new Set(shape.legs.map(({ from }) => from))];
  return rawTransaction({ signature, signers, ...shape });
}
