import type { CodeQuery, OfferedCode, OfferedCodes } from "../../../db/codes/offered-codes";
import type { Things } from "../../../db/orders/things";
import type { Referral } from "../../affiliates/use-cases/affiliate-of-sale";
import { type CodeRefusal, codeName, codeRefusal, discountOf } from "../../codes/rules/code";
import { type ShownCode, shownCode } from "../../codes/rules/shown-code";
import { sha256Base64Url } from "../../lib/base64";
import type { Clock, RateLimits, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Order } from "../../orders/rules/order";
import { choiceOf } from "../../orders/rules/terms";
import type { Product } from "../../products/rules/product";
import type { PriceRequest } from "../rules/order-request";

export interface CodePorts {
  clock: Clock;
  settings: Pick<Settings, "rateScale">;
  offeredCodes: Pick<OfferedCodes, "find">;
  things: Pick<Things, "insert">;
  rateLimits: Pick<RateLimits, "spend" | "refund">;
}

/** Codes that were typed from one network address and take nothing off: a name is a secret that many share. */
const TRIES = { amount: 1, limit: 20, windowMs: 60_000 };

/** Characters of the digest of account and code: 120 bits. */
const PERSON_CHARS = 20;

/** The code that a quote is asked for. Either `refusal` or `inForce` is set. */
export interface FoundCode {
  name: string;
  /** False for that of an open order, and for the one that the page applies for everyone. */
  isTyped: boolean;
  refusal: CodeRefusal | null;
  inForce: CodeInForce | null;
}

interface CodeInForce {
  id: string;
  /** What an order takes of it, as `TakenUses`. */
  codes: readonly string[];
  own: readonly string[];
  /** Lamports that it takes off, above 0. */
  discount: bigint;
  shown: ShownCode;
}

/** What is to be quoted. */
export interface Asked {
  /** What the person typed. Resolved to takes and adjustments here and nowhere else. */
  asked: PriceRequest;
  /** The person's open order, whose own choice counts where nothing is typed; null where there is none. */
  open: Pick<Order, "terms" | "createdAt"> | null;
  /** The account that buys; null where nobody is known. */
  uid: string | null;
  /** The client's network address, by which codes that are typed are counted; null for an order's own. */
  address: string | null;
  /** The wallet that is to pay, which gets no share of it; null while it is not known. */
  payer: string | null;
  /** Who recommended the product, and to whom; an open order keeps its own where it is absent. */
  referral?: Referral;
}

type CodedProduct = Pick<
  Product,
  "id" | "ownerUid" | "priceLamports" | "isPriceChosen" | "defaultCodeId"
>;

interface Input extends Asked {
  kind: "sale" | "page";
  /** What the buyer chose to pay, in lamports; null for the seller's price. */
  chosen: bigint | null;
}

/** The refusal of a code, with its reason. */
export function refusedCode(reason: CodeRefusal): Problem {
  return new Problem("code_refused", { field: "code", reason, messageKey: `code_${reason}` });
}

export type ReadCode = ReturnType<typeof createReadCode>;

/** Finds the code of a quote, and what it takes off. */
export function createReadCode(ports: CodePorts) {
  /**
   * The code that was typed, else that of the open order, else the one that the product's page applies for everyone.
   * Null for none. What was typed too often from one address is `unknown`, whatever it is.
   */
  async function readCode(product: CodedProduct, input: Input): Promise<FoundCode | null> {
    const { asked, open, address } = input;
    if (asked.fullPrice) return null;
    const typed = asked.code?.trim();
    if (!typed) {
      const id = open ? choiceOf(open.terms).codeId : product.defaultCodeId;
      const found = id === null ? null : await find(product, { id }, input);
      return found && { ...found, isTyped: false };
    }
    const unknown = { name: typed, isTyped: true, refusal: "unknown", inForce: null } as const;
    const name = codeName(typed);
    const key = `codes:${address ?? ""}`;
    const limit = Math.ceil(TRIES.limit * ports.settings.rateScale);
    const over = await ports.rateLimits.spend(key, ports.clock.now(), { ...TRIES, limit });
    if (over || name === null) return unknown;
    const found = await find(product, { name }, input);
    if (found?.inForce) await ports.rateLimits.refund(key);
    return found ? { ...found, isTyped: true } : unknown;
  }

  async function find(
    product: CodedProduct,
    query: CodeQuery,
    input: Input,
  ): Promise<Omit<FoundCode, "isTyped"> | null> {
    const found = await ports.offeredCodes.find(product, query, input.uid);
    if (!found) return null;
    const { code, uses } = found;
    const price = input.chosen ?? product.priceLamports;
    const { open } = input;
    const openedAt = open && choiceOf(open.terms).codeId === code.id ? open.createdAt : null;
    // Of a price that buyers choose, the seller's is the least with a code as well.
    const most = product.isPriceChosen ? price - product.priceLamports : price;
    const full = discountOf(code, price);
    const discount = full < most ? full : most;
    const refusal =
      codeRefusal(code, uses, { price, now: ports.clock.now(), openedAt }) ??
      (discount === 0n ? "below_minimum" : null);
    if (refusal) return { name: code.name, refusal, inForce: null };
    const inForce = { ...(await takenOf(found, input)), id: code.id, discount };
    const shown = shownCode(code, { ...uses, isDefault: product.defaultCodeId === code.id });
    return { name: code.name, refusal: null, inForce: { ...inForce, shown } };
  }

  /** A use of one with a limit, and one of the person's where they are known. */
  async function takenOf(
    { code: { id, capacity, perPerson } }: OfferedCode,
    { kind, uid }: Input,
  ): Promise<Pick<CodeInForce, "codes" | "own">> {
    const codes = capacity === null ? [] : [id];
    if (perPerson === null || uid === null) return { codes, own: [] };
    const person = (await sha256Base64Url(`${id} ${uid}`)).slice(0, PERSON_CHARS);
    const own = `${id}-${person}`;
    // Before the first order that takes it: what is not counted is never free.
    if (kind === "sale") await ports.things.insert({ id: `own:${own}`, capacity: perPerson });
    return { codes, own: [own] };
  }

  return readCode;
}
