import {
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { encodeBase64 } from "../../../app/lib/base64";
import type { SignedTransaction } from "../../../app/orders/rules/order";
import { SIGNATURE_BYTES } from "../../../app/solana/address";
import type { RawTransaction } from "../../../app/solana/raw-transaction";
import { type Leg, rawTransaction } from "../raw-payments";
import {
  FEE_LAMPORTS,
  leg,
  OWNERS_WALLET,
  PRICE_LAMPORTS,
  referenceOf,
  SHARE_LAMPORTS,
} from "./orders";

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
    {
      legs: [
        { ...leg(id, "Seller", PRICE_LAMPORTS), extra: [referenceOf(id), referenceOf(other)] },
      ],
    },
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
    {
      legs: [
        leg(id, "Seller", SHARE_LAMPORTS / 2n),
        leg(id, "Seller", SHARE_LAMPORTS / 2n),
        leg(id, "Platform", FEE_LAMPORTS),
      ],
    },
    {
      legs: [
        leg(id, "Seller", PRICE_LAMPORTS),
        { ...leg(id, "Seller", SHARE_LAMPORTS), from: "Stranger" },
      ],
    },
    { legs: [leg(id, "Seller", PRICE_LAMPORTS)], err: { InstructionError: [0, "Custom"] } },
    { legs: [{ ...leg(id, "Seller", PRICE_LAMPORTS), from: OWNERS_WALLET }] },
    { legs: [{ ...leg(id, "Seller", PRICE_LAMPORTS), from: "Seller" }] },
  ];
  const shape = shapes[choice % shapes.length] ?? { legs: [] };
  const signers = [...new Set(shape.legs.map(({ from }) => from))];
  return rawTransaction({ signature, signers, ...shape });
}

/** Payer in the bytes of signed payments; the simulated chain has the payment itself. */
const PAYER = new PublicKey(new Uint8Array(32).fill(7));

/**
 * A payment that the order's wallet has signed, without the signature of the reference; and the
 * transaction that lands once it has both. The signature is that of `count`.
 */
export function signedPayment(
  id: string,
  count: number,
  lastValidBlockHeight: number,
): { signed: SignedTransaction; raw: RawTransaction } {
  const reference = referenceOf(id);
  const transfer = SystemProgram.transfer({ fromPubkey: PAYER, toPubkey: PAYER, lamports: 1 });
  transfer.keys.push({ pubkey: new PublicKey(reference), isSigner: true, isWritable: false });
  const message = new TransactionMessage({
    payerKey: PAYER,
    recentBlockhash: reference,
    instructions: [transfer],
  }).compileToLegacyMessage();
  const wire = new VersionedTransaction(message);
  const signatureBytes = new Uint8Array(SIGNATURE_BYTES).fill(1);
  new DataView(signatureBytes.buffer).setUint32(0, count);
  wire.signatures[0] = signatureBytes;
  const signature = bs58.encode(signatureBytes);
  const account = `Buyer${id}`;
  const legs = [leg(id, "Seller", SHARE_LAMPORTS), leg(id, "Platform", FEE_LAMPORTS)];
  return {
    signed: {
      transaction: encodeBase64(wire.serialize()),
      account,
      signature,
      lastValidBlockHeight,
    },
    raw: rawTransaction({ signature, signers: [account, reference], legs }),
  };
}
