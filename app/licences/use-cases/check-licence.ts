import type { CheckedKey, CheckedKeys } from "../../../db/licences/checked-keys";
import type { Clock, RateLimits, Settings, Statements } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { instanceHash, keyHash, type LicenceStatus } from "../rules/licence";

export interface CheckPorts {
  clock: Clock;
  settings: Pick<Settings, "rateScale">;
  rateLimits: Pick<RateLimits, "spend">;
  checkedKeys: CheckedKeys;
  statements: Pick<Statements, "sign">;
}

export interface LicenceQuestion {
  productId: string;
  key: string;
  /** Name or id of an installation; null for none. */
  instance: string | null;
  /** The client's network address, by which wrong keys are counted. */
  address: string;
}

/** What a program is told of a key. */
export interface LicenceAnswer {
  valid: boolean;
  status: LicenceStatus;
  uses: number;
  instances: number;
  order: { id: string; refunded: boolean };
  /** What can be checked without asking again; null for a key that is not valid, and where nothing is signed. */
  statement: string | null;
}

const DAY_MS = 86_400_000;
/** Wrong pairs: a person mistypes a few, and a script tries many. */
const WRONG_OF_ADDRESS = { amount: 1, limit: 20, windowMs: 60_000 };
/** From all addresses: those who have many of them. */
const WRONG_OF_PRODUCT = { amount: 1, limit: 1_000, windowMs: 3_600_000 };
/** Writes by one key. Nobody else's calls count. */
const WRITES_OF_KEY = { amount: 1, limit: 120, windowMs: 60_000 };

/** Whether a key counts. Counts a use of one that does where it is asked to. Throws as `findKey`. */
export async function verifyLicence(
  question: LicenceQuestion & { countUse: boolean },
  ports: CheckPorts,
): Promise<LicenceAnswer> {
  const found = await findKey(question, ports);
  const status = statusOf(found, question.instance);
  if (status !== "active" || !question.countUse) return answer(found, status, question, ports);
  await limitWrites(found, ports);
  await ports.checkedKeys.countUse(found);
  return answer({ ...found, uses: found.uses + 1 }, status, question, ports);
}

/**
 * Adds an installation to a key that counts; one that it has stays. Throws `conflict` where it has as many as it may,
 * and as `findKey`.
 */
export async function activateLicence(
  question: LicenceQuestion & { instance: string },
  ports: CheckPorts,
): Promise<LicenceAnswer> {
  const found = await findKey(question, ports);
  const status = statusOf(found, null);
  if (status !== "active" || found.isActivated) return answer(found, status, question, ports);
  await limitWrites(found, ports);
  if (!(await ports.checkedKeys.activate(found, question.instance, ports.clock.now())))
    throw new Problem("conflict", { messageKey: "licence_instances_full" });
  const activated = await findKey(question, ports);
  return answer(activated, statusOf(activated, null), question, ports);
}

/** Removes an installation; without it, also from a key that does not count any more. Throws as `findKey`. */
export async function deactivateLicence(
  question: LicenceQuestion & { instance: string },
  ports: CheckPorts,
): Promise<LicenceAnswer> {
  const found = await findKey(question, ports);
  if (found.isActivated) {
    await limitWrites(found, ports);
    await ports.checkedKeys.deactivate(found, question.instance);
  }
  const instances = found.instances - Number(found.isActivated);
  const left = { ...found, instances };
  return answer(left, statusOf(left, null), { ...question, instance: null }, ports);
}

/**
 * The key of a right pair, which others' wrong ones never refuse. Throws `not_found` for a wrong pair, `slow_down` for
 * many of them, and `unavailable` where the database was restored and lacks keys or orders.
 */
async function findKey(
  { productId, key, instance, address }: LicenceQuestion,
  { checkedKeys, rateLimits, settings, clock }: CheckPorts,
): Promise<CheckedKey> {
  const found = await checkedKeys.find(productId, keyHash(productId, key), instance);
  if (found?.isOrderUnknown) throw new Problem("unavailable");
  if (found) return found;
  const now = clock.now();
  const limit = Math.ceil(WRONG_OF_ADDRESS.limit * settings.rateScale);
  const over =
    (await rateLimits.spend(`licences:${address}`, now, { ...WRONG_OF_ADDRESS, limit })) ??
    (await rateLimits.spend(`licences-of:${productId}`, now, WRONG_OF_PRODUCT));
  if (over) throw tooMany(over, now);
  if (await checkedKeys.mayBeMissing()) throw new Problem("unavailable");
  throw new Problem("not_found", { messageKey: "licence_unknown" });
}

async function limitWrites(
  { productId, number }: CheckedKey,
  { rateLimits, clock }: CheckPorts,
): Promise<void> {
  const now = clock.now();
  const over = await rateLimits.spend(`licence:${productId}/${number}`, now, WRITES_OF_KEY);
  if (over) throw tooMany(over, now);
}

function tooMany({ resetAt }: { resetAt: number }, now: number): Problem {
  return new Problem("slow_down", { retryAfterSeconds: Math.ceil((resetAt - now) / 1_000) });
}

function statusOf(key: CheckedKey, instance: string | null): LicenceStatus {
  if (key.isRefunded) return "refunded";
  if (!key.isLive) return "revoked";
  if (key.isDisabled) return "disabled";
  return instance !== null && !key.isActivated ? "not_activated" : "active";
}

async function answer(
  key: CheckedKey,
  status: LicenceStatus,
  question: LicenceQuestion,
  ports: CheckPorts,
): Promise<LicenceAnswer> {
  const valid = status === "active";
  const { uses, instances, orderId } = key;
  return {
    valid,
    status,
    uses,
    instances,
    order: { id: orderId, refunded: key.isRefunded },
    statement: valid ? await statementOf(key, question, ports) : null,
  };
}

function statementOf(
  { statementDays, orderId }: CheckedKey,
  { productId, key, instance }: LicenceQuestion,
  { statements, clock }: CheckPorts,
): Promise<string | null> {
  return statements.sign({
    kind: "licence",
    subject: {
      product: productId,
      order: orderId,
      keySha256: keyHash(productId, key),
      instanceSha256: instance === null ? null : instanceHash(instance),
    },
    expiresAt: statementDays === null ? null : clock.now() + statementDays * DAY_MS,
  });
}
