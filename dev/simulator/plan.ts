import { acts } from "./acts/index";
import { faults } from "./faults/index";
import { PHASES } from "./faults/phases";
import { createRandom, type Random } from "./random";
import type { Act, AuthorPlan, CodePlan, PersonPlan, Plan, ProductPlan, Step } from "./steps";
import type { Role } from "./world";

const NAMES = [
  "Ada",
  "Bruno",
  "Chloe",
  "Diego",
  "Emma",
  "Farid",
  "Gina",
  "Hugo",
  "Ines",
  "Jonas",
  "Karim",
  "Lena",
];

const SOL = 1_000_000_000n;

/** Everything that a seed decides before the run begins. */
export function planOf(seed: string): Plan {
  const random = createRandom(`${seed}/plan`);
  const people = withPermissions(random.fork("free people"), planPeople(random.fork("people")));
  const priced = planProducts(random.fork("products"), people);
  const products = withFree(random.fork("free products"), people, priced);
  const code = planCode(random);
  const authors = planAuthors(random.fork("authors"), people);
  const chosen = withChosenPrices(random.fork("chosen prices"), products);
  // What others share in is no part of a bundle.
  const bundled = authors.length > 0 ? chosen : withBundle(random.fork("bundle"), chosen);
  const offered = withLicences(random.fork("licence keys"), bundled);
  const hasKeys = offered.some(({ licenceKeys }) => licenceKeys !== undefined);
  const planned = planSteps(random.fork("steps"), people);
  const looking = hasKeys ? withActsOnKeys(random.fork("looks at keys"), planned, people) : planned;
  const hasBundle = offered.some(({ items }) => items !== undefined);
  const steps = hasBundle
    ? withActsOnBundles(random.fork("acts on bundles"), looking, people)
    : looking;
  return {
    seed,
    people,
    products: offered,
    authors,
    code,
    nodeCount: random.chance(0.5) ? 2 : 3,
    steps: code === null ? steps : withActsOnCodes(random.fork("acts on codes"), steps, people),
  };
}

const GUEST_SHARE = 0.15;

function planPeople(random: Random): PersonPlan[] {
  const count = random.between(6, 12);
  const sellers = random.between(1, 2);
  const strangers = random.between(1, 2);
  return NAMES.slice(0, count).map((name, at) => {
    const role: Role = at < sellers ? "seller" : at < sellers + strangers ? "stranger" : "buyer";
    // A seller buys, or is paid, with the second one.
    const wallets = role === "seller" ? 2 : random.between(1, 2);
    // One buyer at least has no account and two browsers.
    const isGuest = at === count - 1 || (role === "buyer" && random.chance(GUEST_SHARE));
    const browsers = at === count - 1 ? 2 : random.between(1, 2);
    return {
      name,
      role,
      hasAccount: role === "seller" || (!isGuest && random.chance(0.8)),
      ...((isGuest || role === "stranger") && { browsers }),
      walletLamports: Array.from({ length: wallets }, () => planBalance(random)),
    };
  });
}

function planBalance(random: Random): bigint {
  if (random.chance(0.1)) return BigInt(random.between(1_000_000, 20_000_000));
  return SOL + BigInt(random.below(1_000_000_000));
}

/** So that a browser can open more orders than it may have. */
const MANY_PRODUCTS_SHARE = 0.12;

/** The sale types in turn, from a drawn one on, so that few seeds lack one. */
function planProducts(random: Random, people: readonly PersonPlan[]): ProductPlan[] {
  const sellers = people.flatMap(({ role }, at) => (role === "seller" ? [at] : []));
  const types = ["unlimited", "limited", "unique"] as const;
  const first = random.below(types.length);
  const count = random.chance(MANY_PRODUCTS_SHARE) ? random.between(12, 15) : random.between(2, 4);
  return Array.from({ length: count }, (_, at) => {
    const saleType = types[(first + at) % types.length] ?? "unlimited";
    const limits = { unlimited: null, unique: 1, limited: random.between(2, 8) };
    return {
      saleType,
      limit: limits[saleType],
      priceLamports: planPrice(random),
      seller: random.pick(sellers),
    };
  });
}

const MAY_GIVE_SHARE = 0.75;

/** The others need a sale before. */
function withPermissions(random: Random, people: readonly PersonPlan[]): PersonPlan[] {
  return people.map((person) =>
    person.role === "seller" && random.chance(MAY_GIVE_SHARE)
      ? { ...person, mayGiveFree: true }
      : person,
  );
}

/** Of the unlimited products of sellers who may. */
const FREE_SHARE = 0.25;
/** Of plans with one free product more. */
const ONE_FREE_SHARE = 0.6;
/** So that an account, or a network address, can take more than it may in a day. */
const MANY_FREE_SHARE = 0.12;
/** New people of one product in an hour. */
const MAX_NEW_PEOPLE = 300;

/** Some products are free from the start. Where there are many, one of them was nearly taken too often. */
function withFree(
  random: Random,
  people: readonly PersonPlan[],
  products: readonly ProductPlan[],
): ProductPlan[] {
  const isAllowed = (seller: number) => people[seller]?.mayGiveFree === true;
  const free = { saleType: "unlimited", limit: null, priceLamports: 0n, isFree: true } as const;
  const offered = products.map((product) =>
    product.limit === null && isAllowed(product.seller) && random.chance(FREE_SHARE)
      ? { ...free, seller: product.seller }
      : product,
  );
  const sellers = people.flatMap((_, at) => (isAllowed(at) ? [at] : []));
  const hasMany = random.chance(MANY_FREE_SHARE);
  const more = hasMany ? random.between(21, 23) : Number(random.chance(ONE_FREE_SHARE));
  if (sellers.length === 0) return offered;
  const added = Array.from({ length: more }, (_, at) => ({
    ...free,
    seller: random.pick(sellers),
    ...(hasMany && at === 0 && { takenBefore: MAX_NEW_PEOPLE - random.between(1, 3) }),
  }));
  return [...offered, ...added];
}

/** Mostly some hundredths of a SOL; sometimes less than the rent minimum of an account. */
function planPrice(random: Random): bigint {
  if (random.chance(0.1)) return BigInt(random.between(100_000, 800_000));
  return BigInt(random.between(10, 150)) * 1_000_000n + BigInt(random.below(1_000));
}

/** Seeds whose sales have no legs but the seller's and the platform's. */
const UNSHARED_SHARE = 0.4;
const MAX_AUTHORS = 6;

/** Some of those who share buy, and empty their wallets; some have an account without any money. */
function planAuthors(random: Random, people: readonly PersonPlan[]): AuthorPlan[] {
  if (random.chance(UNSHARED_SHARE)) return [];
  const others = people.flatMap(({ role }, at) => (role === "seller" ? [] : [at]));
  return Array.from({ length: random.between(1, MAX_AUTHORS) }, (_, index) => {
    const isPerson = random.chance(0.6);
    return {
      person: isPerson ? (others[index] ?? null) : null,
      bps: random.between(1, 1_000),
      lamports: random.chance(0.8) ? SOL : 0n,
    };
  });
}

/** Of products with a price. */
const CHOSEN_SHARE = 0.25;

function withChosenPrices(random: Random, products: readonly ProductPlan[]): ProductPlan[] {
  return products.map((product) => {
    const isChosen = random.chance(CHOSEN_SHARE) && !product.isFree;
    return isChosen ? { ...product, isPriceChosen: true } : product;
  });
}

/** Of products. */
const LICENSED_SHARE = 0.5;
/** More than are sold in a run: what is scarce is the unit. */
const LISTED_KEYS = 40;

/** Products with a limit give keys of a list, others generated ones. */
function withLicences(random: Random, products: readonly ProductPlan[]): ProductPlan[] {
  return products.map((product) => {
    // A bundle gives the keys of its items.
    if (!random.chance(LICENSED_SHARE) || product.items) return product;
    return { ...product, licenceKeys: product.limit === null ? null : LISTED_KEYS };
  });
}

/** Of plans without authors. */
const BUNDLE_SHARE = 0.6;

/** A bundle of two or three products of a seller for four fifths of their prices, where one has two with a price. */
function withBundle(random: Random, products: readonly ProductPlan[]): readonly ProductPlan[] {
  const priced = products.flatMap(({ isFree, seller }, at) => (isFree ? [] : [{ at, seller }]));
  const sellers = priced
    .map(({ seller }) => seller)
    .filter((seller, at, all) => all.indexOf(seller) !== at);
  if (sellers.length === 0 || !random.chance(BUNDLE_SHARE)) return products;
  const seller = random.pick(sellers);
  const items = priced
    .filter((one) => one.seller === seller)
    .slice(0, random.between(2, 3))
    .map(({ at }) => at);
  const sum = items.reduce((total, at) => total + (products[at]?.priceLamports ?? 0n), 0n);
  const priceLamports = (sum * 4n) / 5n;
  return [...products, { saleType: "unlimited", limit: null, priceLamports, seller, items }];
}

/** Plans whose code has a number of uses. */
const COUNTED_SHARE = 0.25;
/** Of the other plans, those that have a code. */
const UNCOUNTED_SHARE = 0.35;
/** Of codes: they take off the whole price. */
const WHOLE_SHARE = 0.3;
const PER_PERSON_SHARE = 0.5;
/** Mostly one, since few people buy several products of a seller. */
const USES_OF_ONE = [1, 1, 1, 2, 3] as const;
const ENDING_SHARE = 0.3;
const MINUTE_MS = 60_000;

/** Each part is drawn for itself: of few uses nothing is signed by the server first, and some are used up soon. */
function planCode(random: Random): CodePlan | null {
  const capacity = planUses(random.fork("code"));
  const limits = random.fork("limits of the code");
  if (capacity === null && !limits.chance(UNCOUNTED_SHARE)) return null;
  const isWhole = limits.chance(WHOLE_SHARE);
  return {
    capacity,
    percent: isWhole ? 100 : planPercent(random.fork("percent")),
    perPerson: limits.chance(PER_PERSON_SHARE) ? limits.pick(USES_OF_ONE) : null,
    endsAfterMs: limits.chance(ENDING_SHARE) ? limits.between(1, 120) * MINUTE_MS : null,
    isDefault: limits.chance(0.5),
  };
}

function planUses(random: Random): number | null {
  return random.chance(COUNTED_SHARE) ? random.between(3, 25) : null;
}

function planPercent(random: Random): number {
  return random.chance(0.5) ? random.between(1, 99) : 10;
}

/** Shares of the steps of sellers and buyers that are about a code, where there is one. */
const SWITCHING_SHARE = 0.15;
const USING_SHARE = 0.06;

/** Puts them in the place of other steps, so that these stay as they are without a code. */
function withActsOnCodes(
  random: Random,
  steps: readonly Step[],
  people: readonly PersonPlan[],
): Step[] {
  return steps.map((step) => {
    const role = step.person === null ? undefined : people[step.person]?.role;
    const draw = random.next();
    if (role === "seller" && draw < SWITCHING_SHARE) return { ...step, act: "switches a code" };
    if (role === "buyer" && draw < USING_SHARE) return { ...step, act: "uses a code at once" };
    return step;
  });
}

/** Of the steps of buyers, where products give keys. */
const LOOKING_SHARE = 0.14;
/** Of plans whose products give keys; after a restore some invariants say less. */
const KEY_RESTORE_SHARE = 0.3;

function withActsOnKeys(
  random: Random,
  steps: readonly Step[],
  people: readonly PersonPlan[],
): Step[] {
  const acts = steps.map((step) => {
    const role = step.person === null ? undefined : people[step.person]?.role;
    const looks = random.next() < LOOKING_SHARE && role === "buyer";
    return looks ? { ...step, act: "looks at a licence key" } : step;
  });
  if (!random.chance(KEY_RESTORE_SHARE)) return acts;
  const restored = random.pick(acts.filter(({ person }) => person === null));
  const act = "operator restores a copy from before a key";
  return acts.map((step) => (step === restored ? { ...step, act } : step));
}

/** Of the steps of buyers, in plans with a bundle. */
const COMPLETING_SHARE = 0.05;

function withActsOnBundles(
  random: Random,
  steps: readonly Step[],
  people: readonly PersonPlan[],
): Step[] {
  return steps.map((step) => {
    const { role, hasAccount } = people[step.person ?? -1] ?? {};
    const completes = random.next() < COMPLETING_SHARE && role === "buyer" && hasAccount;
    return completes ? { ...step, act: "completes a bundle" } : step;
  });
}

const MIN_STEPS = 165;
const MAX_STEPS = 195;

/** Who does how much of what happens. */
const ACTORS: Readonly<Record<Act["role"] | "machines", number>> = {
  buyer: 54,
  guest: 7,
  seller: 12,
  stranger: 15,
  machines: 17,
};

function planSteps(random: Random, people: readonly PersonPlan[]): Step[] {
  return Array.from({ length: random.between(MIN_STEPS, MAX_STEPS) }, (_, id) => {
    const afterMs = planGap(random);
    const role = random.weighted(ACTORS);
    if (role === "machines") return { id, afterMs, ...planFault(random), person: null };
    const isOfRole = (person: PersonPlan) =>
      role === "guest" ? person.role === "buyer" && person.browsers : person.role === role;
    const ofRole = people.flatMap((person, at) => (isOfRole(person) ? [at] : []));
    return { id, afterMs, act: random.weighted(actWeights[role]), person: random.pick(ofRole) };
  });
}

/** Share of faults that wait for an order to stand in some phase: a unit is held for seconds only. */
const AWAITING_SHARE = 0.3;

function planFault(random: Random): Pick<Step, "act" | "awaits"> {
  const act = random.weighted(faultWeights);
  return random.chance(AWAITING_SHARE) ? { act, awaits: random.pick(PHASES) } : { act };
}

const actWeights: Readonly<Record<Act["role"], Record<string, number>>> = {
  buyer: weightsOf("buyer"),
  guest: weightsOf("guest"),
  seller: weightsOf("seller"),
  stranger: weightsOf("stranger"),
};

const faultWeights = Object.fromEntries(
  Object.entries(faults).map(([name, { weight }]) => [name, weight]),
);

function weightsOf(role: Act["role"]): Record<string, number> {
  const ofRole = Object.entries(acts).filter(([, act]) => act.role === role);
  return Object.fromEntries(ofRole.map(([name, { weight }]) => [name, weight]));
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

function planGap(random: Random): number {
  const kind = random.weighted({ short: 80, seconds: 14, minutes: 5.5, hours: 0.5 });
  const ranges = {
    short: [0, 3 * SECOND_MS],
    seconds: [3 * SECOND_MS, 40 * SECOND_MS],
    minutes: [60 * SECOND_MS, 900 * SECOND_MS],
    hours: [2 * HOUR_MS, 30 * HOUR_MS],
  } as const;
  const [low, high] = ranges[kind];
  return random.between(low, high);
}
