import type { CodeProduct, Codes, SavedCode } from "../../../db/codes/codes";
import { formatSol } from "../../lib/lamports";
import { Problem } from "../../lib/problem";
import type { CodeFields } from "../rules/code-form";
import { localMomentText } from "../rules/local-moment";

interface Deps {
  codes: Pick<Codes, "forEditor">;
}

/** What the form of a code shows. */
export interface CodeEditor {
  /** Null for a new code. */
  id: string | null;
  /** Version of the saved code (epoch ms); 0 for a new one. */
  updatedAt: number;
  isDisabled: boolean;
  fields: CodeFields;
  /** Those of the code first. */
  products: CodeProduct[];
  /** Those that a link applies it to; none while it is disabled. */
  linked: CodeProduct[];
  /** Of the dates. */
  timeZone: string;
}

interface Input {
  uid: string;
  timeZone: string;
}

/** The form of a new code, for one product where one is given. Throws `not_found` for one of another seller. */
export async function readNewCode(
  { uid, timeZone, productId }: Input & { productId: string | null },
  deps: Deps,
): Promise<CodeEditor> {
  const { products } = await deps.codes.forEditor(uid, { id: "", preferred: productId ?? "" });
  if (productId !== null && !products.some(({ id }) => id === productId))
    throw new Problem("not_found");
  const fields: CodeFields =
    productId === null ? EMPTY : { ...EMPTY, scope: "list", products: [productId] };
  const unsaved = { id: null, updatedAt: 0, isDisabled: false, linked: [] };
  return { ...unsaved, fields, products, timeZone };
}

const EMPTY: CodeFields = {
  name: "",
  kind: "percent",
  percent: "",
  amount: "",
  scope: "all",
  products: [],
  isDefault: false,
  capacity: "",
  perPerson: "",
  startsAt: "",
  endsAt: "",
  minimum: "",
};

/** The form of a seller's code. Throws `not_found`, also for another seller's. */
export async function readCode(
  { uid, timeZone, id }: Input & { id: string },
  deps: Deps,
): Promise<CodeEditor> {
  const { code, products } = await deps.codes.forEditor(uid, { id, preferred: "" });
  if (!code) throw new Problem("not_found");
  const { updatedAt, isForAll } = code;
  const isDisabled = code.disabledAt !== null;
  const linked = isDisabled ? [] : products.filter(({ isListed }) => isForAll || isListed);
  const fields = fieldsOf(code, products, timeZone);
  return { id, updatedAt, isDisabled, fields, products, linked, timeZone };
}

function fieldsOf(code: SavedCode, products: readonly CodeProduct[], timeZone: string): CodeFields {
  const { name, kind, value, isForAll, capacity, perPerson, startsAt, endsAt, minLamports } = code;
  const moment = (at: number | null) => (at === null ? "" : localMomentText(at, timeZone));
  return {
    name,
    kind,
    percent: kind === "percent" ? String(value) : "",
    amount: kind === "amount" ? formatSol(BigInt(value)) : "",
    scope: isForAll ? "all" : "list",
    products: products.filter(({ isListed }) => isListed).map(({ id }) => id),
    isDefault: products.some(({ defaultCode }) => defaultCode?.id === code.id),
    capacity: capacity === null ? "" : String(capacity),
    perPerson: perPerson === null ? "" : String(perPerson),
    startsAt: moment(startsAt),
    endsAt: moment(endsAt),
    minimum: minLamports === null ? "" : formatSol(minLamports),
  };
}
