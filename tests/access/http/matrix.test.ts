import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ACCESS,
  allowedMethods,
  type Method,
  type RouteAccess,
  type Rule,
} from "../../../app/http/access";
import routes from "../../../app/routes";
import { type Somebody, type World, worldOf } from "../../support/access/accounts";
import { type Fixture, fixturesOf } from "../../support/access/fixtures";
import { headerFaults } from "../../support/access/header-violations";
import {
  type Answer,
  ask,
  type Form,
  isUnsafe,
  strangerOf,
  VERBS,
  type Verb,
} from "../../support/access/request-route";
import { type AppHere, startAppHere } from "../../support/app-here";
import { LONG_RUN } from "../../support/long";
import { addressesOf } from "../../support/route-paths";

/** Every route of the table, whether it is declared or not. */
const addresses = addressesOf(routes);

let app: AppHere;
let world: World;

beforeAll(async () => {
  app = await startAppHere();
  world = worldOf(app);
});

afterAll(() => app.stop());

const FORMS: Form[] = ["page", "data"];

interface Walk {
  address: string;
  fixture: Fixture;
  form: Form;
  people: { owner: Somebody; other: Somebody; stale: Somebody };
}

test.each(addresses)("$address", async ({ id, address }) => {
  const access = ACCESS[id];
  expect(access, "say who may come to it in app/http/access.ts").toBeDefined();
  const faults: string[] = [];
  for (const make of fixturesOf(address, hasOwnership(access))) {
    for (const form of FORMS) {
      const [owner, other, stale] = await Promise.all([
        world.somebody(),
        world.somebody(),
        world.somebody(HALF_AN_HOUR),
      ]);
      const fixture = await make(owner, world);
      const walk: Walk = { address, fixture, form, people: { owner, other, stale } };
      for (const verb of VERBS) {
        const found = await tryOut(verb, access ?? {}, walk);
        faults.push(...found.map((fault) => `${verb} ${fixture.path} as ${form}: ${fault}`));
      }
    }
  }
  expect(faults).toEqual([]);
});

/** `by intent` says nothing of one person. */
const isTied = (rule: Rule) => rule.ownership !== undefined && rule.ownership !== "by intent";
const hasOwnership = (access: RouteAccess = {}) => Object.values(access).some(isTied);
const HALF_AN_HOUR = 30 * 60_000;

async function tryOut(verb: Verb, access: RouteAccess, walk: Walk): Promise<string[]> {
  const rule = access[(verb === "HEAD" ? "GET" : verb) as Method];
  const { fixture, form, people } = walk;
  const about = (who: Somebody | null, id = fixture.id) =>
    ask(world, { who, verb, fixture, id, form });
  if (!rule && !LONG_RUN) {
    const [who, account] = dealtPerson(people);
    const answer = await about(account);
    const refused = isRefusedMethod(answer, access) ? [] : [`undeclared, yet ${answer.status}`];
    return [...headerFaults(answer, form), ...failures(answer, walk), ...refused].map(
      (fault) => `${who} ${fault}`,
    );
  }
  // What these may not do changes nothing for each other; what the owner may do comes last.
  const [asVisitor, asOther, ofNothing, asStale] = await Promise.all([
    about(null),
    about(people.other),
    fixture.id ? about(people.other, strangerOf(fixture.id)) : null,
    rule?.access === "recently authenticated" ? about(people.stale) : null,
  ]);
  const asOtherOfNothing = ofNothing ?? asOther;
  const asOwner = await about(people.owner);
  const answers = { asVisitor, asOther, asOtherOfNothing, asOwner };

  const faults = Object.entries(answers).flatMap(([who, answer]) =>
    [...headerFaults(answer, form), ...failures(answer, walk)].map((fault) => `${who} ${fault}`),
  );
  if (!rule) {
    const refused = [asVisitor, asOther, asOwner].filter((one) => !isRefusedMethod(one, access));
    return [...faults, ...refused.map(({ status }) => `undeclared, yet ${status}`)];
  }
  if (asStale && !asksForReauthentication(asStale, walk))
    faults.push(`an old proof gets ${asStale.status}`);
  faults.push(...visitorFaults(asVisitor, rule, walk));
  if (rule.access !== "anyone" && rule.access !== "any wallet")
    faults.push(...cacheFaults(asOwner));
  const isAsked = fixture.path.includes("@") || isUnsafe(verb);
  if (isAsked && (fixture.tied ?? isTied(rule))) {
    faults.push(...tieFaults({ asOther, asOtherOfNothing, asOwner }, verb));
  }
  return faults;
}

let dealt = 0;

/**
 * One person for each undeclared method, in turns: five methods or so a route and three people, so
 * that each method meets each person many times over all routes.
 */
function dealtPerson({ owner, other }: Walk["people"]): [string, Somebody | null] {
  const people: [string, Somebody | null][] = [
    ["asVisitor", null],
    ["asOther", other],
    ["asOwner", owner],
  ];
  return people[dealt++ % people.length] ?? ["asVisitor", null];
}

/** What no answer may be, whoever asks. */
function failures({ status, headers }: Answer, { address, form }: Walk): string[] {
  // The wallet that is to take fees is empty here: that check says so.
  const isKnown = address === "/health" && status === 503;
  const isJson = headers.get("Content-Type")?.startsWith("application/json") ?? false;
  const faults: string[] = [];
  if (status >= 500 && !isKnown) faults.push(`fails with ${status}`);
  if (status >= 400 && form === "page" && /^\/(api|download)\//.test(address) && !isJson) {
    faults.push(`answers ${status} as ${headers.get("Content-Type")}`);
  }
  return faults;
}

function isRefusedMethod({ status, headers }: Answer, access: RouteAccess): boolean {
  return status === 405 && headers.get("Allow") === allowedMethods(access);
}

/** Pages lead to the sign-in page, programs are told 401; what is open turns nobody away. */
function visitorFaults(answer: Answer, rule: Rule, { address, form }: Walk): string[] {
  const { status, headers } = answer;
  const isLed = leads(answer, "/login?to=", form);
  if (rule.access === "anyone" || rule.access === "any wallet") {
    const isTurnedAway = isLed || (status === 401 && !rule.ownership);
    return isTurnedAway ? [`a visitor is turned away: ${status}`] : [];
  }
  if (address.startsWith("/api/") ? status === 401 : isLed) return [];
  return [`a visitor gets ${status} ${headers.get("Location") ?? ""}`];
}

/** Pages lead to where the proof is given, programs are told 403. */
function asksForReauthentication(answer: Answer, { address, form }: Walk): boolean {
  if (address.startsWith("/api/")) return answer.status === 403;
  return leads(answer, "/profil/confirm?to=", form);
}

/** A redirect; as data it is told in the body, where the method has one. */
function leads({ status, headers, body }: Answer, to: string, form: Form): boolean {
  const said = (headers.get("Location") ?? "") + body;
  return status === (form === "page" ? 302 : 202) && said.includes(to);
}

/** Somebody else learns nothing: a thing of another person and nothing at all are the same. */
function tieFaults(
  { asOther, asOtherOfNothing, asOwner }: Record<string, Answer>,
  verb: Verb,
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
  if (isUnsafe(verb) && asOther.status !== 404) faults.push(`another may: ${asOther.status}`);
  const { status } = asOwner;
  if ([401, 403, 404, 405].includes(status)) faults.push(`its owner may not: ${status}`);
  const seen = ({ headers, body }: Answer) => body + headers.get("Location");
  if (verb === "GET" && seen(asOther) === seen(asOwner) && status !== 426) {
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

function cacheFaults({ status, headers }: Answer): string[] {
  if (status === 101) return [];
  const cache = headers.get("Cache-Control") ?? "";
  return /no-store/.test(cache) ? [] : [`is private and may be cached: ${cache}`];
}
