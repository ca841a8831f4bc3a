import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS } from "../../../app/http/access";
import routes from "../../../app/routes";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { hostileRequests, type MeteredRequest } from "../../support/request-cost/hostile-requests";
import { type MeteredWorker, startMeteredWorker } from "../../support/request-cost/metered-worker";
import { routePaths } from "../../support/route-paths";
import { LONG_RUN } from "../../support/test-scale";

/** What a request may cost, in times of the dearest page. */
const MAX_FACTOR = 3;
/** Requests that are sent to see whether one may be dear, and to measure one that may. */
const SCREENED = 3;
const MEASURED = 8;
const BATCHES = 3;
/** Random requests to each route, beside those that have one hostile part. */
const RANDOM_REQUESTS = 12;
const PRODUCTS = 60;

let worker: MeteredWorker;
let productId = "";
let sellerId = "";
/** Of the dearest page, as its visitors ask for it (ms). */
let dearest = 0;

/** The least of several batches: garbage collection and compilation are no request's. */
async function leastCostOf(request: MeteredRequest): Promise<number> {
  const costs: number[] = [];
  for (let n = 0; n < BATCHES; n++) costs.push(await worker.costOf(request, MEASURED));
  return Math.min(...costs);
}

/** The address of a route, with ids of what exists. */
const addressOf = (pattern: string) =>
  pattern
    .replace(":productId", productId)
    .replace("/sell/:id", `/sell/${sellerId}`)
    .replace("/preview/:id", `/preview/${productId}`)
    .replace(/:\w+|\*/g, "nothing");

const declared = routePaths(routes).flatMap(({ id, address }) =>
  Object.keys(ACCESS[id] ?? {}).map((method) => ({ address, method })),
);
const read = declared.filter(({ method }) => method === "GET");
const unsafe = declared.filter(({ method }) => method !== "GET");

/** True where a GET of a visitor is not sent to sign-in. */
const isOpen = (pattern: string) =>
  !routePaths(routes).some(
    ({ id, address }) =>
      address === pattern && ACCESS[id]?.GET && !/^any/.test(ACCESS[id].GET.access),
  );

/** Descriptions of hostile requests above the bound, with their factors. */
async function tooDear(
  pattern: string,
  methods: readonly string[],
  queryEnd = "",
): Promise<string[]> {
  const { origin } = worker;
  const target = {
    path: addressOf(pattern),
    pattern,
    methods,
    readsQuery: isOpen(pattern),
    queryEnd,
    origin,
  };
  const found: string[] = [];
  for (const request of hostileRequests(target, RANDOM_REQUESTS)) {
    if ((await worker.costOf(request, SCREENED)) < (2 * MAX_FACTOR * dearest) / 3) continue;
    const factor = (await leastCostOf(request)) / dearest;
    if (factor > MAX_FACTOR) found.push(`${factor.toFixed(1)} ${JSON.stringify(request)}`);
  }
  return found.map((text) => text.slice(0, 300));
}

// The processor time of a process is read from /proc.
describe.runIf(LONG_RUN && process.platform === "linux")("no request costs three pages", () => {
  beforeAll(async () => {
    worker = await startMeteredWorker();
    sellerId = (await insertPerson(worker.db)).uid;
    const description = "Une longue description, avec des accents. ".repeat(40);
    for (let n = 0; n < PRODUCTS; n++) {
      productId = await insertProduct(worker.db, sellerId, { title: `Produit ${n}`, description });
    }
    for (const { address } of read) {
      const request = { path: addressOf(address), method: "GET", headers: {} };
      dearest = Math.max(dearest, await leastCostOf(request));
    }
    expect(dearest).toBeGreaterThan(0);
  }, 600_000);
  afterAll(() => worker?.stop());

  // spec: json.request-cost
  test.each(read)(
    "GET and HEAD $address",
    async ({ address }) => expect(await tooDear(address, ["GET", "HEAD"])).toEqual([]),
    600_000,
  );

  test("GET and HEAD /__manifest", async () => {
    const shop = await (await fetch(`${worker.origin}/shop`)).text();
    const [, version = ""] = /__remixManifest = \{[\s\S]*?"version": "(\w+)"/.exec(shop) ?? [];
    expect(version).not.toBe("");
    const found = await tooDear("/__manifest", ["GET", "HEAD"], `version=${version}`);
    expect(found).toEqual([]);
  }, 600_000);

  // spec: json.request-cost
  test.each(unsafe)(
    "$method $address of a visitor, beyond its throttle",
    async ({ address, method }) => expect(await tooDear(address, [method])).toEqual([]),
    600_000,
  );
});
