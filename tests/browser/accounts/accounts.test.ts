import { randomUUID } from "node:crypto";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { PASSWORD } from "../../support/sign-in";

const { url } = inject("app");
const browser = browserForFile();
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(url + path);
  return page;
}

const newEmail = () => `${randomUUID()}@example.com`;

// spec: route.logout, screen.login, control.login.email, control.login.toggle, transition.login
test("in French: signs up, signs out and signs in again, with the specified texts", async () => {
  const page = await visit("/login");
  const email = newEmail();
  await page.getByText("Pas encore de compte ? S'inscrire").click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe").fill(PASSWORD);
  await page.getByRole("button", { name: "Créer le compte" }).click();
  await page.waitForURL(`${url}/dashboard`);

  await page.getByRole("button", { name: "Déconnexion" }).click();
  await page.waitForURL(`${url}/`);
  await page.goto(`${url}/login?mode=sign-up`);
  await page.getByText("Déjà inscrit ? Se connecter").click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe").fill(PASSWORD);
  await page.getByRole("button", { name: "Connexion", exact: true }).click();
  await page.waitForURL(`${url}/dashboard`);
});

// spec: message.login-error
test("in English: a wrong password shows an alert, the right one redirects to the requested page", async () => {
  const page = await visit("/profil?lang=en");
  await page.waitForURL(/\/login\?to=/);
  const email = newEmail();
  await page.getByText("No account yet? Sign up").click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  expect(await page.getByRole("alert").innerText()).toContain("at least 10 characters");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "My profile" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/profil");
  expect(await page.getByRole("main").innerText()).toContain(email);

  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${url}/`);
  await page.goto(`${url}/login?to=/profil`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  expect(await page.getByRole("alert").innerText()).toBe("Wrong e-mail or password.");
  expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${url}/profil`);
});

// spec: page.no-script
test("without JavaScript: signs up, sees the error text, signs in", async () => {
  const page = await visit("/login?lang=en", { javaScriptEnabled: false });
  const email = newEmail();
  await page.getByText("No account yet? Sign up").click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("password123");
  await page.getByRole("button", { name: "Create account" }).click();
  expect(await page.getByRole("alert").innerText()).toContain("most common");
  expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`${url}/dashboard`);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${url}/`);
});

// spec: field.user.state
test("signing out in one tab signs out the other", async () => {
  const page = await visit("/login?mode=sign-up&lang=en&to=/profil");
  await page.getByLabel("E-mail").fill(newEmail());
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`${url}/profil`);
  const second = await page.context().newPage();
  await second.goto(`${url}/profil`);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${url}/`);
  await second.getByRole("button", { name: "Save" }).click();
  await second.waitForURL(`${url}/login?to=%2Fprofil`);
});

test("a name is edited and saved", async () => {
  const page = await visit("/login?mode=sign-up&lang=en&to=/profil");
  await page.getByLabel("E-mail").fill(newEmail());
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`${url}/profil`);
  await page.getByLabel("Name").fill("  Studio   Papier ");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Name saved.").waitFor();
  await page.reload();
  expect(await page.getByLabel("Name").inputValue()).toBe("Studio Papier");
});
