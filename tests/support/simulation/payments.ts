import type { RawTransaction } from "../../../app/solana/raw-transaction";
import { type Leg, rawTransaction } from "../raw-payments";
import { FEE_LAMPORTS, leg, PRICE_LAMPORTS, SHARE_LAMPORTS } from "./orders";

/** A payment that the server has not built: full or short, for one or two orders, or failed. */
export function unbuiltPayment(
  signature: string,
  id: string,
  other: string,
  choice: number,
): RawTransaction {
  const shapes: { legs: Leg[]; err?: unknown }[] = [
    { legs: [leg(id, "Seller", SHARE_LAMPORTS), leg(id, "Platform", FEE_LAMPORTS)] },
    { legs: [leg(id, "Seller", PRICE_LAMPORTS)] },
    { legs: [leg(id, "Seller", PRICE_LAMPORTS - 1n)] },
    { legs: [leg(id, "Seller", SHARE_LAMPORTS)] },
    { legs: [{ ...leg(id, "Seller", PRICE_LAMPORTS), from: "Stranger" }] },
    { legs: [{ ...leg(id, "Seller", PRICE_LAMPORTS), extra: [`Ref${id}`, `Ref${other}`] }] },
    {
      legs: [
        leg(id, "Seller", SHARE_LAMPORTS),
        { ...leg(other, "Seller", SHARE_LAMPORTS), from: `Buyer${id}` },
        leg(id, "Platform", FEE_LAMPORTS),
      ],
    },
    {
      legs: [
        leg(id, "Seller", PRICE_LAMPORTS),
        { ...leg(other, "Seller", PRICE_LAMPORTS), from: `Buyer${id}` },
      ],
    },
    { legs: [leg(id, "Seller", PRICE_LAMPORTS + 5n), leg(id, "Platform", FEE_LAMPORTS)] },
    { legs: [leg(id, "Elsewhere", PRICE_LAMPORTS)] },
    { legs: [leg(id, "Seller", PRICE_LAMPORTS)], err: { InstructionError: [0, "Custom"] } },
  ];
  const shape = shapes[choice % shapes.length] ?? { legs: [] };
  const signers = [...new Set(shape.legs.map(({ from }) => from))];
  return rawTransaction({ signature, signers, ...shape });
}
