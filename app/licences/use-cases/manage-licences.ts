import type { GivenKey, LicenceCounts, LicencePools } from "../../../db/licences/pools";
import { assertNever } from "../../lib/assert-never";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { LicenceKind } from "../../products/rules/licence-kind";
import type { Product } from "../../products/rules/product";
import type { LicenceRecords, LicenceSealing, ProductSealing } from "../ports";
import {
  MAX_COUNTED_KEYS,
  MAX_INSTANCES,
  MAX_STATEMENT_DAYS,
  maskedKey,
  STATEMENT_DAYS,
} from "../rules/licence";
import { type LineFault, type PoolKey, readPoolText } from "../rules/pool-text";

type OwnProduct = Pick<Product, "id" | "ownerUid" | "isFree" | "licenceKind">;

export interface ManagePorts {
  clock: Clock;
  licencePools: LicencePools;
  licenceRecords: Pick<LicenceRecords, "claimKey">;
  licenceSealing: Pick<LicenceSealing, "newKey" | "open">;
}

/** Given keys on a page. */
export const KEYS_OF_PAGE = 50;

export interface ListedKey extends Omit<GivenKey, "sealed"> {
  /** Its end alone. */
  masked: string;
}

export interface LicencesPage {
  kind: LicenceKind | null;
  statementDays: number | null;
  maxInstances: number | null;
  counts: LicenceCounts;
  keys: ListedKey[];
  pages: number;
}

/** What a seller sees of the keys of a product. `page` counts from 1. */
export async function readLicences(
  { id, licenceKind }: OwnProduct,
  page: number,
  {
    licencePools,
    licenceSealing,
  }: Pick<ManagePorts, "licencePools"> & {
    licenceSealing: Pick<LicenceSealing, "open">;
  },
): Promise<LicencesPage> {
  const offset = (Math.min(page, MAX_COUNTED_KEYS / KEYS_OF_PAGE) - 1) * KEYS_OF_PAGE;
  const [settings, { counts, keys }] = await Promise.all([
    licencePools.settings(id),
    licencePools.page(id, { limit: KEYS_OF_PAGE, offset }),
  ]);
  const sealing = keys.length > 0 && settings ? await openSealing(settings.sealedKey) : null;
  const shown = keys.map(async ({ sealed, ...key }) => {
    const opened = await sealing?.open(sealed).catch(() => null);
    return { ...key, masked: maskedKey(opened ?? "") };
  });
  return {
    kind: licenceKind,
    statementDays: settings ? settings.statementDays : STATEMENT_DAYS,
    maxInstances: settings?.maxInstances ?? null,
    counts,
    keys: await Promise.all(shown),
    pages: Math.max(1, Math.ceil(counts.given / KEYS_OF_PAGE)),
  };

  /** Null where no secret opens it: the page is shown all the same. */
  async function openSealing(sealedKey: string): Promise<ProductSealing | null> {
    return licenceSealing.open(sealedKey).catch(() => null);
  }
}

/** As the seller typed them; empty days are never, empty instances no limit. */
export interface TypedSettings {
  kind: string;
  days: string;
  instances: string;
}

/** Saves which keys a product gives. Throws `invalid_input`, and `conflict` for written keys of a free product. */
export async function saveLicences(
  product: OwnProduct,
  typed: TypedSettings,
  ports: ManagePorts,
): Promise<void> {
  const statementDays = numberOf(typed.days, MAX_STATEMENT_DAYS, "days");
  const maxInstances = numberOf(typed.instances, MAX_INSTANCES, "instances");
  const kind = kindOf(typed.kind);
  if (kind === null && product.licenceKind === null) return;
  if (kind === "pool" && product.isFree)
    throw new Problem("invalid_input", { messageKey: "licence_free", field: "kind" });
  const settings = await ports.licencePools.settings(product.id);
  // The file store has it first: without it nobody could open what a restored database names.
  const sealedKey =
    settings?.sealedKey ??
    (await ports.licenceRecords.claimKey(product.id, await ports.licenceSealing.newKey()));
  const isSaved = await ports.licencePools.save(
    product,
    { sealedKey, statementDays, maxInstances },
    { kind: kind ?? "ended", at: ports.clock.now() },
  );
  if (!isSaved) throw new Problem("conflict");
}

function kindOf(text: string): "pool" | "generated" | null {
  if (text === "pool" || text === "generated") return text;
  if (text === "none") return null;
  throw new Problem("invalid_input", { field: "kind" });
}

function numberOf(typed: string, most: number, field: "days" | "instances"): number | null {
  const text = typed.trim();
  if (text === "") return null;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new Problem("invalid_input", { messageKey: `licence_${field}`, params: { most }, field });
}

/** Keys that are sealed at once. */
const SEALED_AT_ONCE = 500;

/**
 * Adds the keys of a text, one a line: all of them, or none and what is wrong with which line. Throws `invalid_input` for
 * an empty text, `conflict` beyond the bounds, and `unavailable` after a restore until records are read back.
 */
export async function addKeys(
  product: OwnProduct,
  text: string,
  ports: ManagePorts,
): Promise<{ added: number; faults: LineFault[] }> {
  const { id } = product;
  const { keys, faults } = readPoolText(id, text);
  if (keys.length === 0 && faults.length === 0)
    throw new Problem("invalid_input", { messageKey: "licence_none", field: "keys" });
  const known = await ports.licencePools.known(
    id,
    keys.map(({ hash }) => hash),
  );
  const repeated = keys
    .filter(({ hash }) => known.has(hash))
    .map(({ line }) => ({ line, fault: "known" as const }));
  const all = [...faults, ...repeated].sort((one, other) => one.line - other.line);
  if (all.length > 0) return { added: 0, faults: all };
  const settings = await ports.licencePools.settings(id);
  if (!settings) throw new Problem("conflict");
  const sealing = await ports.licenceSealing.open(settings.sealedKey);
  const rows = await sealAll(keys, sealing);
  const outcome = await ports.licencePools.add(product, rows, ports.clock.now());
  switch (outcome) {
    case "added":
      return { added: keys.length, faults: [] };
    case "full":
      throw new Problem("conflict", { messageKey: "licence_full" });
    case "unread":
      throw new Problem("unavailable");
    case "known":
      throw new Problem("conflict");
    default:
      return assertNever(outcome);
  }
}

async function sealAll(keys: readonly PoolKey[], sealing: ProductSealing) {
  const rows: { hash: string; sealed: string }[] = [];
  for (let at = 0; at < keys.length; at += SEALED_AT_ONCE) {
    const some = keys.slice(at, at + SEALED_AT_ONCE);
    const sealed = await Promise.all(some.map(({ key }) => sealing.seal(key)));
    rows.push(...some.map(({ hash }, index) => ({ hash, sealed: sealed[index] ?? "" })));
  }
  return rows;
}

/** Removes written keys that nobody has bought or is buying. Returns how many. */
export function removeUnsoldKeys(
  product: OwnProduct,
  { licencePools }: Pick<ManagePorts, "licencePools">,
): Promise<number> {
  return licencePools.removeUnsold(product);
}

/** Disables a key that was given, or enables it again. Throws `not_found`. */
export async function disableKey(
  product: OwnProduct,
  { number, isDisabled }: { number: number; isDisabled: boolean },
  { licencePools, clock }: Pick<ManagePorts, "licencePools" | "clock">,
): Promise<void> {
  const at = isDisabled ? clock.now() : null;
  if (!(await licencePools.setDisabled(product, number, at))) throw new Problem("not_found");
}
