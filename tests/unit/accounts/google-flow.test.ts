import { expect, test } from "vitest";
import { FLOW_MS, type Flow, flowIn, googleSessions } from "../../../app/accounts/google/flow";
import type { Settings } from "../../../app/lib/ports";

const settings = (appOrigin: string, sessionSecret = "a secret of 32 characters or more") =>
  ({ appOrigin, sessionSecret }) as Settings;
const flow: Flow = {
  purpose: "sign-in",
  uid: null,
  to: "/shop",
  state: "s",
  nonce: "n",
  verifier: "v",
  startedAt: 0,
};

async function cookieFor(site: Settings): Promise<string> {
  const sessions = await googleSessions(site);
  const session = await sessions.getSession();
  session.set("flow", flow);
  return sessions.commitSession(session);
}

test("over https the cookie has the __Host- prefix", async () => {
  expect(await cookieFor(settings("https://comptoir.example"))).toMatch(/^__Host-google=.*Secure/);
});

test("a flow expires after ten minutes, even with the cookie kept", async () => {
  const site = settings("http://localhost");
  const session = await (await googleSessions(site)).getSession(await cookieFor(site));
  expect(flowIn(session, FLOW_MS - 1)).toEqual(flow);
  expect(flowIn(session, FLOW_MS)).toBeNull();
});

test("a cookie signed with another secret is ignored", async () => {
  const cookie = await cookieFor(
    settings("http://localhost", "another secret, just as long as that"),
  );
  const session = await (await googleSessions(settings("http://localhost"))).getSession(cookie);
  expect(flowIn(session, 0)).toBeNull();
});
