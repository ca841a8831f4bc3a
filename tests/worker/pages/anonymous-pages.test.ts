import { createExecutionContext, env, SELF, waitOnExecutionContext } from "cloudflare:test";
import { expect, inject, test } from "vitest";
// The built Worker has no types.
// @ts-expect-error
import built from "../../../dist-worker/index.js";
import { recordStatements } from "../../support/count-statements";

const worker = built as ExportedHandler<Cloudflare.Env>;

/** Paths of open pages, with sample parameters. */
const pages = inject("openAddresses")
  .filter((address) => !/^\/(api|health)/.test(address))
  .map((address) => address.replace(/:\w+|\*/g, "some-name"));

/** Pages without data, which run no statement. */
const WRITTEN = [
  "/",
  "/accueil",
  "/createur",
  "/guide-wallet",
  "/businessPlan",
  "/accessibilite",
  "/login",
  "/about",
];
const ALSO_WRITTEN = [
  "/cgu",
  "/contact",
  "/tutoriel-moonpay",
  "/login/recover",
  "/mentions-legales",
  "/confidentialite",
];

async function statementsOf(path: string, cookie: string): Promise<string[]> {
  const { db, statements } = recordStatements(env.DB);
  const context = createExecutionContext();
  const request = new Request(`http://localhost${path}`, { headers: { Cookie: cookie } });
  const answer = await worker.fetch?.(request as never, { ...env, DB: db }, context);
  await answer?.text();
  await waitOnExecutionContext(context);
  return statements;
}

test.each(pages)("%s does not query sessions without a cookie", async (path) => {
  for (const cookie of ["", "locale=en; theme=dark", "session=", "session=not-a-token"]) {
    const asked = await statementsOf(path, cookie);
    expect(
      asked.filter((sql) => /\b(sessions|users)\b/.test(sql) && /token_hash/.test(sql)),
    ).toEqual([]);
  }
});

test.each([...WRITTEN, ...ALSO_WRITTEN])("%s runs no statement", async (path) => {
  expect(await statementsOf(path, "locale=en")).toEqual([]);
});

test("a session cookie costs one statement for all loaders", async () => {
  const asked = await statementsOf("/login", `session=${"a".repeat(43)}`);
  expect(asked.filter((sql) => /token_hash/.test(sql))).toHaveLength(1);
  expect((await SELF.fetch("http://localhost/login")).status).toBe(200);
});
