import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ACCESS,
  allowedMethods,
  type Method,
  type RouteAccess,
  type Rule,
} from "../../../app/http/access";
import routes from "../../../app/routes";
import {
  type AppWithAccounts,
  type TestAccount,
  withAccounts,
} from "../../support/access/accounts";
import { type Fixture, fixturesOf, limitsOwnership } from "../../support/access/fixtures";
import { headerViolations } from "../../support/access/header-violations";
import {
  HTTP_METHODS,
  type HttpMethod,
  isUnsafe,
  type RequestKind,
  type RouteResponse,
  requestRoute,
  unknownIdLike,
} from "../../support/access/request-route";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { routePaths } from "../../support/route-paths";
import { LONG_RUN } from "../../support/test-scale";

/** Every route of the table, whether it is declared or not. */
const addresses = routePaths(routes);

let app: InProcessApp;
let target: AppWithAccounts;

beforeAll(async () => {
  app = await startInProcessApp();
  target = withAccounts(app);
});

afterAll(() => app.stop());

const KINDS: RequestKind[] = ["page", "data"];

interface RouteCase {
  address: string;
  fixture: Fixture;
  kind: RequestKind;
  accounts: { owner: TestAccount; other: TestAccount; stale: TestAccount };
}

// spec: route.guard, permission.visitor, permission.ownership
// spec: identity.not-mine, json.access
test.each(addresses)("$address", async (route) => {
  const { id, address } = route;
  const access = ACCESS[id];
  expect(access, "say who may come to it in app/http/access.ts").toBeDefined();
  const faults: string[] = [];
  for (const make of fixturesOf(route)) {
    for (const kind of KINDS) {
      const [owner, other, stale] = await Promise.all([
        target.newAccount(),
        target.newAccount(),
        target.newAccount(HALF_AN_HOUR),
      ]);
      const fixture = await make(owner, target);
      const routeCase: RouteCase = { address, fixture, kind, accounts: { owner, other, stale } };
      for (const method of HTTP_METHODS) {
        const isDeclared = method !== "HEAD" && access?.[method] !== undefined;
        if (!isDeclared && !LONG_RUN && kind !== kindFor(addresses.indexOf(route), method))
          continue;
        const found = await checkMethod(method, access ?? {}, routeCase);
        faults.push(...found.map((fault) => `${method} ${fixture.path} as ${kind}: ${fault}`));
      }
    }
  }
  expect(faults).toEqual([]);
});

const HALF_AN_HOUR = 30 * 60_000;

async function checkMethod(
  method: HttpMethod,
  access: RouteAccess,
  routeCase: RouteCase,
): Promise<string[]> {
  const rule = access[(method === "HEAD" ? "GET" : method) as Method];
  const { fixture, kind, accounts } = routeCase;
  const request = (account: TestAccount | null, id = fixture.id) =>
    requestRoute(target, { account, method: method, fixture, id, kind: kind });
  if (!rule && !LONG_RUN) {
    const [who, account] = nextRequester(accounts);
    const response = await request(account);
    const refused = isRefusedMethod(response, access) ? [] : [`undeclared, yet ${response.status}`];
    const violations = [...headerViolations(response, kind), ...failures(response, routeCase)];
    return [...violations, ...refused].map((violation) => `${who} ${violation}`);
  }
  // What these may not do changes nothing for each other; what the owner may do comes last.
  const [asVisitor, asOther, ofNothing, asStale] = await Promise.all([
    request(null),
    request(accounts.other),
    fixture.id ? request(accounts.other, unknownIdLike(fixture.id)) : null,
    rule?.access === "recently authenticated" ? request(accounts.stale) : null,
  ]);
  const asOtherOfNothing = ofNothing ?? asOther;
  const asOwner = await request(accounts.owner);
  const answers = { asVisitor, asOther, asOtherOfNothing, asOwner };

  const faults = Object.entries(answers).flatMap(([who, answer]) =>
    [...headerViolations(answer, kind), ...failures(answer, routeCase)].map(
      (fault) => `${who} ${fault}`,
    ),
  );
  if (!rule) {
    const refused = [asVisitor, asOther, asOwner].filter((one) => !isRefusedMethod(one, access));
    return [...faults, ...refused.map(({ status }) => `undeclared, yet ${status}`)];
  }
  if (asStale && !asksForReauthentication(asStale, routeCase))
    faults.push(`an old proof gets ${asStale.status}`);
  faults.push(...visitorFaults(asVisitor, rule, routeCase));
  if (rule.access !== "anyone" && rule.access !== "any wallet")
    faults.push(...cacheFaults(asOwner));
  const isAsked = fixture.path.includes("@") || isUnsafe(method);
  if (isAsked && (fixture.checksOwnership ?? limitsOwnership(rule))) {
    faults.push(...ownershipFaults({ asOther, asOtherOfNothing, asOwner }, method));
  }
  return faults;
}

/**
 * HEAD, which is answered as GET is, and undeclared methods are asked for as one kind each: half of
 * the methods of a route as a page, half as data. `npm run test:long` asks for all as both.
 */
function kindFor(routeIndex: number, method: HttpMethod): RequestKind | undefined {
  return KINDS[(routeIndex + HTTP_METHODS.indexOf(method)) % KINDS.length];
}

let requesters = 0;

/**
 * Undeclared methods are asked for by one requester each, in rotation: over all routes each method
 * is asked for by each of the three. `npm run test:long` asks as all three.
 */
function nextRequester({ owner, other }: RouteCase["accounts"]): [string, TestAccount | null] {
  const rotation: [string, TestAccount | null][] = [
    ["asVisitor", null],
    ["asOther", other],
    ["asOwner", owner],
  ];
  return rotation[requesters++ % rotation.length] ?? ["asVisitor", null];
}

/** What no answer may be, whoever asks. */
function failures({ status, headers }: RouteResponse, { address, kind }: RouteCase): string[] {
  // The wallet that is to take fees is empty here: that check says so.
  const isKnown = address === "/health" && status === 503;
  const isJson = headers.get("Content-Type")?.startsWith("application/json") ?? false;
  const faults: string[] = [];
  if (status >= 500 && !isKnown) faults.push(`fails with ${status}`);
  if (status >= 400 && kind === "page" && /^\/(api|download)\//.test(address) && !isJson) {
    faults.push(`answers ${status} as ${headers.get("Content-Type")}`);
  }
  return faults;
}

function isRefusedMethod({ status, headers }: RouteResponse, access: RouteAccess): boolean {
  return status === 405 && headers.get("Allow") === allowedMethods(access);
}

/** Pages lead to the sign-in page, programs are told 401; what is open turns nobody away. */
function visitorFaults(answer: RouteResponse, rule: Rule, { address, kind }: RouteCase): string[] {
  const { status, headers } = answer;
  const isLed = leads(answer, "/login?to=", kind);
  if (rule.access === "anyone" || rule.access === "any wallet") {
    const isTurnedAway = isLed || (status === 401 && !rule.ownership);
    return isTurnedAway ? [`a visitor is turned away: ${status}`] : [];
  }
  if (address.startsWith("/api/") ? status === 401 : isLed) return [];
  return [`a visitor gets ${status} ${headers.get("Location") ?? ""}`];
}

/** Pages lead to where the proof is given, programs are told 403. */
function asksForReauthentication(answer: RouteResponse, { address, kind }: RouteCase): boolean {
  if (address.startsWith("/api/")) return answer.status === 403;
  return leads(answer, "/profil/confirm?to=", kind);
}

/** A redirect; as data it is told in the body, where the method has one. */
function leads({ status, headers, body }: RouteResponse, to: string, kind: RequestKind): boolean {
  const actual = (headers.get("Location") ?? "") + body;
  return status === (kind === "page" ? 302 : 202) && actual.includes(to);
}

/** The thing of another person and one that does not exist get the same answer. */
function ownershipFaults(
  { asOther, asOtherOfNothing, asOwner }: Record<string, RouteResponse>,
  method: HttpMethod,
): string[] {
  if (!asOther || !asOtherOfNothing || !asOwner) return ["was not asked"];
  const faults: string[] = [];
  if (asOther.status !== asOtherOfNothing.status) {
    faults.push(`not yours is ${asOther.status}, not there is ${asOtherOfNothing.status}`);
  } else if (asOther.body !== asOtherOfNothing.body) {
    faults.push(
      `not yours and not there differ: ${difference(asOther.body, asOtherOfNothing.body)}`,
    );
  }
  if (isUnsafe(method) && asOther.status !== 404) faults.push(`another may: ${asOther.status}`);
  const { status } = asOwner;
  if ([401, 403, 404, 405].includes(status)) faults.push(`its owner may not: ${status}`);
  const seen = ({ headers, body }: RouteResponse) => body + headers.get("Location");
  if (method === "GET" && seen(asOther) === seen(asOwner) && status !== 426) {
    faults.push("another sees what its owner sees");
  }
  return faults;
}

/** The first place where two texts part. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((char, index) => char !== other[index]);
  const part = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return `${part(one)} / ${part(other)}`;
}

function cacheFaults({ status, headers }: RouteResponse): string[] {
  if (status === 101) return [];
  const cache = headers.get("Cache-Control") ?? "";
  return /no-store/.test(cache) ? [] : [`is private and may be cached: ${cache}`];
}
