import type { Messages } from "../../../db/messages/messages";
import type { Contracts, NamedContract } from "../../../db/withdrawals/contracts";
import type { Withdrawals } from "../../../db/withdrawals/withdrawals";
import { hashToken } from "../../accounts/use-cases/hash-token";
import { keyedHash } from "../../accounts/use-cases/keyed-hash";
import { assertNever } from "../../lib/assert-never";
import { encodeBase64Url } from "../../lib/base64";
import { cleanLine } from "../../lib/clean-text";
import type { Locale } from "../../lib/locale";
import type { Clock, Ids, Settings, Statements } from "../../lib/ports";
import { type MessageKey, Problem } from "../../lib/problem";
import {
  canonicalDeclaration,
  type Declaration,
  MAX_CONTACT_CHARS,
  MAX_CONTRACT_CHARS,
  MAX_NAME_CHARS,
} from "../rules/withdrawal";
import { type Declarant, type FoundContract, findContract } from "./find-contract";

const LIMITS = {
  name: MAX_NAME_CHARS,
  contract: MAX_CONTRACT_CHARS,
  contact: MAX_CONTACT_CHARS,
} as const;

const EMPTY: Record<keyof Declaration, MessageKey> = {
  name: "withdrawal_name",
  contract: "withdrawal_contract",
  contact: "withdrawal_contact",
};

/**
 * The declaration as it is shown, stored and hashed: each field one line without invisible characters.
 * Throws `invalid_input` with the field.
 */
export function checkDeclaration(typed: Declaration): Declaration {
  const checked = { ...typed };
  for (const field of ["name", "contract", "contact"] as const) {
    const line = cleanLine(typed[field]);
    if (line === "") throw new Problem("invalid_input", { field, messageKey: EMPTY[field] });
    if (line.length > LIMITS[field]) {
      const params = { max: LIMITS[field] };
      throw new Problem("invalid_input", { field, messageKey: "withdrawal_too_long", params });
    }
    checked[field] = line;
  }
  return checked;
}

interface Input {
  typed: Declaration;
  /** Of a contract that was chosen from the person's list; null for one in the person's words. */
  orderId: string | null;
  declarant: Declarant;
  locale: Locale;
  /** In the address of the acknowledgement. The same secret is stored once. */
  secret: string;
  /** The network address, or its prefix. */
  address: string;
  /** Throws `slow_down` where this network address declared too often without a proof. */
  limitUnproved(): Promise<void>;
}

interface Deps {
  clock: Clock;
  ids: Pick<Ids, "uuid" | "short">;
  settings: Pick<Settings, "sessionSecret">;
  statements: Pick<Statements, "sign">;
  contracts: Pick<Contracts, "named">;
  withdrawals: Pick<Withdrawals, "declare">;
  messages: Pick<Messages, "notifyBuyer">;
}

/**
 * Stores a confirmed declaration. One that is proved reaches the seller's decisions; of another one the
 * buyer of the order that it names is asked once. To the person all of them look the same. Throws
 * `invalid_input` with the field, `slow_down`, and `conflict` for a buyer who has declared often.
 */
export async function declareWithdrawal(input: Input, deps: Deps): Promise<void> {
  const declaration = checkDeclaration(input.typed);
  const named = { text: declaration.contract, orderId: input.orderId };
  const found = await findContract(named, input.declarant, deps);
  const proof = found?.proof ?? null;
  if (proof === null) await input.limitUnproved();
  const received = { ...declaration, id: deps.ids.uuid(), declaredAt: deps.clock.now() };
  const hash = await hashToken(canonicalDeclaration(received));
  const outcome = await deps.withdrawals.declare({
    ...received,
    order: found && { id: found.order.id, ownerUid: found.order.ownerUid },
    proof,
    locale: input.locale,
    hash,
    statement: await signReceipt({ ...received, hash }, deps),
    secretHash: await hashToken(input.secret),
    addressKey: proof === null ? await addressKeyOf(input.address, found, deps) : null,
  });
  switch (outcome) {
    case "declared":
      if (found && proof === null) await askBuyer(found.order, received.declaredAt, deps);
      return;
    case "repeated":
      return;
    case "full":
      if (proof !== null) throw new Problem("conflict", { messageKey: "withdrawal_repeated" });
      throw new Problem("slow_down", {
        messageKey: "withdrawals_full",
        retryAfterSeconds: FULL_RETRY_SECONDS,
      });
    default:
      return assertNever(outcome);
  }
}

/** Signs hash and hour, and nothing that the person wrote. Null where nothing signs. */
function signReceipt(
  { id, hash, declaredAt }: { id: string; hash: string; declaredAt: number },
  { statements }: Pick<Deps, "statements">,
): Promise<string | null> {
  const receivedAt = new Date(declaredAt).toISOString();
  const subject = { declaration: id, sha256: hash, receivedAt, examined: false };
  return statements.sign({ kind: "received", subject });
}

/** The limit counts the last day. */
const FULL_RETRY_SECONDS = 3_600;

/** Tells the addresses of one order apart, and nothing about those of two orders. */
async function addressKeyOf(
  address: string,
  found: FoundContract | null,
  { settings }: Pick<Deps, "settings">,
): Promise<string> {
  const text = `${found?.order.id ?? ""} ${address}`;
  const hash = await keyedHash(text, "addresses of declarations", settings);
  return encodeBase64Url(hash.slice(0, 16));
}

async function askBuyer(
  { id, title, productId, ownerUid, buyerUid }: NamedContract,
  at: number,
  { messages, ids }: Pick<Deps, "messages" | "ids">,
): Promise<void> {
  if (buyerUid === null || buyerUid === ownerUid) return;
  const thread = { productId, ownerUid, buyerUid, title };
  await messages.notifyBuyer(thread, {
    orderId: id,
    id: ids.short(),
    threadId: ids.short(),
    at,
  });
}
