import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { seriousViolations } from "../../support/axe";
import { launchBrowser } from "../../support/browser";
import { newPerson } from "../../support/factories/person";
import { GoogleApp } from "../../support/google-app";
import { publishAsContext } from "../../support/product-page";
import { newAddress } from "../../support/random-keys";
import { PASSWORD } from "../../support/sign-in";

let site: GoogleApp;
let browser: Browser;
beforeAll(async () => {
  site = await GoogleApp.start();
  browser = await launchBrowser();
});
beforeEach(() => {
  // The provider asks which account signs in.
  site.google.person = null;
  site.google.fault = "none";
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

async function visit(path: string, scripted = true): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: scripted });
  const page = await context.newPage();
  await page.goto(site.url + path);
  return page;
}

/** Follows the link to Google, and clicks the link with this text there. */
async function passGoogle(page: Page, link: string, choice: string): Promise<void> {
  await page.getByRole("link", { name: link }).click();
  await page.getByRole("link", { name: choice }).click();
}

const uidOn = async (page: Page) => {
  await page.goto(`${site.url}/profil`);
  return (await page.getByRole("main").innerText()).match(/\b[\w-]{22}\b/)?.[0];
};

/** Ages every re-authentication past its window. */
const ageReauthentications = () => site.app.clock.advance(11 * 60_000);

// spec: screen.login, control.login.google
test("in French, without JavaScript: signs in by Google, returns to the requested page, and opens the same account again", async () => {
  const { email } = site.google.add({ name: "Zoé Martin" });
  const uids: (string | undefined)[] = [];
  for (const scripted of [true, false]) {
    const page = await visit("/purchases", scripted);
    await page.waitForURL(/\/login\?to=/);
    await passGoogle(page, "Continuer avec Google", email);
    await page.waitForURL(`${site.url}/purchases`);
    uids.push(await uidOn(page));
    expect(await page.getByRole("main").innerText()).toContain(email);
  }
  expect(uids[0]).toBeDefined();
  expect(uids[1]).toBe(uids[0]);
});

test("in English: a cancelled Google sign-in shows a message, can be retried, and changes nothing", async () => {
  const { email } = site.google.add({});
  const page = await visit("/login?to=/shop&lang=en");
  await passGoogle(page, "Continue with Google", "Cancel");
  await page.getByText("You did not go on with Google.").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await passGoogle(page, "Continue with Google", email);
  await page.waitForURL(`${site.url}/shop`);
});

// spec: message.login-error
test("an error of Google is shown with a retry link", async () => {
  const { email } = site.google.add({});
  const page = await visit("/login?to=/shop&lang=en");
  site.google.fault = "token endpoint fails";
  await passGoogle(page, "Continue with Google", email);
  await page.getByRole("alert").getByText("Google can’t be reached right now.").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  site.google.fault = "none";
  await page.getByRole("link", { name: "Try again" }).click();
  await page.waitForURL(`${site.url}/shop`);
});

test("two tabs signing in at once: both end up signed in", async () => {
  const { email } = site.google.add({});
  const first = await visit("/login?to=/shop&lang=en");
  await first.getByRole("link", { name: "Continue with Google" }).click();
  const second = await first.context().newPage();
  await second.goto(`${site.url}/login?to=/purchases`);
  await passGoogle(second, "Continue with Google", email);
  await second.waitForURL(`${site.url}/purchases`);
  await first.getByRole("link", { name: email }).click();
  await first.getByRole("alert").getByText("begun in another window").waitFor();
  await first.getByRole("link", { name: "Try again" }).click();
  await first.waitForURL(`${site.url}/dashboard`);
});

test("a Google e-mail that a password account has is linked by its password", async () => {
  const owner = await visit("/login?mode=sign-up&lang=en&to=/profil");
  const { email } = site.google.add({});
  await owner.getByLabel("E-mail").fill(email);
  await owner.getByLabel("Password").fill("a long enough password");
  await owner.getByRole("button", { name: "Create account" }).click();
  await owner.getByRole("heading", { level: 1 }).waitFor();

  const page = await visit("/login?to=/profil&lang=en");
  await passGoogle(page, "Continue with Google", email);
  await page.getByRole("heading", { name: "This address has an account" }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Link and sign in" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Link and sign in" }).click();
  await page.waitForURL(`${site.url}/profil`);
  expect(await uidOn(page)).toBe(await uidOn(owner));
});

test("Google is linked from the profile after re-authentication, and listed there", async () => {
  const { email } = site.google.add({});
  const context = await newPerson(browser, site.url);
  const page = await context.newPage();
  await ageReauthentications();
  await page.goto(`${site.url}/profil`);
  await page.getByRole("link", { name: "Link Google" }).click();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("link", { name: email }).click();
  await page.waitForURL(`${site.url}/profil`);
  await page.getByText("Google linked.").waitFor();
  expect(await page.getByRole("main").innerText()).toContain(email);
});

test("changing the payout wallet re-authenticates by Google and keeps the form input", async () => {
  const { email } = site.google.add({});
  const page = await visit("/login?lang=en");
  await passGoogle(page, "Continue with Google", email);
  await page.waitForURL(`${site.url}/dashboard`);
  const context: BrowserContext = page.context();
  const id = await publishAsContext(context, site.url);
  await ageReauthentications();
  await page.goto(`${site.url}/edit/${id}`);
  const recipient = newAddress();
  await page.locator("[name=recipient]").fill(recipient);
  await page.locator("[name=title]").fill("Typed before the question");
  await page.getByRole("button", { name: "Save changes" }).click();

  const opened = context.waitForEvent("page");
  await page.getByRole("dialog").getByRole("link", { name: "Confirm with Google" }).click();
  await (await opened).getByRole("link", { name: email }).click();
  await page.getByText("Changes saved", { exact: true }).waitFor();
  const saved = await site.row("SELECT title, recipient FROM products WHERE id = ?", id);
  expect(saved).toEqual({ title: "Typed before the question", recipient });
});
