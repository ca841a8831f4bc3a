import { afterAll, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { type AppWithBrowser, startAppWithBrowser } from "../../support/app-with-browser";
import { ageReauthentication, newPerson } from "../../support/factories/person";
import { filePayload, fillProductForm, publishAsContext } from "../../support/product-page";
import { newAddress } from "../../support/random-keys";
import { PASSWORD } from "../../support/sign-in";

let app: AppWithBrowser;
beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

// spec: identity.reauthentication
test("changing the payout wallet needs re-authentication and keeps the form input", async () => {
  const context = await newPerson(app.browser, app.url);
  const id = await publishAsContext(context, app.url);
  const database = localDatabase(app.worker);
  await ageReauthentication(app, context);
  const saved = () =>
    database.prepare("SELECT title, recipient FROM products WHERE id = ?").bind(id).first();

  const page = await context.newPage();
  await page.goto(`${app.url}/edit/${id}`);
  const recipient = newAddress();
  await page.locator("[name=recipient]").fill(recipient);
  await page.locator("[name=title]").fill("Typed before the question");
  await page.getByRole("button", { name: "Save changes" }).click();

  const dialog = page.getByRole("dialog");
  await dialog.locator("[name=password]").fill("not the password");
  await dialog.locator("button[type=submit]").click();
  await dialog.getByRole("alert").waitFor();
  expect(await saved()).toMatchObject({ title: "Rain" });

  await dialog.locator("[name=password]").fill(PASSWORD);
  await dialog.locator("button[type=submit]").click();
  await page.getByText("Changes saved", { exact: true }).waitFor();
  expect(await saved()).toEqual({ title: "Typed before the question", recipient });
  await context.close();
});

test("without JavaScript the form itself asks for the password and keeps the input", async () => {
  const context = await newPerson(app.browser, app.url, { javaScriptEnabled: false });
  const id = await publishAsContext(context, app.url);
  const database = localDatabase(app.worker);
  await ageReauthentication(app, context);
  const saved = () =>
    database.prepare("SELECT title, recipient FROM products WHERE id = ?").bind(id).first();

  const page = await context.newPage();
  await page.goto(`${app.url}/edit/${id}`);
  const recipient = newAddress();
  const password = page.locator("form:not(dialog form) [name=password]");
  await page.locator("[name=recipient]").fill(recipient);
  await page.locator("[name=title]").fill("Typed before the question");
  await page.getByRole("button", { name: "Save changes" }).click();
  await password.fill("not the password");
  await page.getByRole("button", { name: "Save changes" }).click();
  expect(await page.getByRole("alert").innerText()).toBe("This password is wrong.");
  expect(await saved()).toMatchObject({ title: "Rain" });

  await password.fill(PASSWORD);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved", { exact: true }).waitFor();
  expect(await saved()).toEqual({ title: "Typed before the question", recipient });
  await context.close();
});

test.each([true, false])("publishing to a new wallet asks first (script: %s)", async (scripted) => {
  const context = await newPerson(app.browser, app.url, { javaScriptEnabled: scripted });
  await ageReauthentication(app, context);
  const page = await context.newPage();
  await page.goto(`${app.url}/transaction`);
  const recipient = newAddress();
  const file = filePayload(Buffer.from("An hour of rain."));
  const send = () => page.getByRole("button", { name: "Register product" }).click();
  await fillProductForm(page, {
    title: "Asked first",
    recipient,
    ...(!scripted && { price: "1" }),
  });
  await page.locator("[name=file]").setInputFiles(file);
  await send();

  const form = scripted ? page.getByRole("dialog") : page.locator("form:not(dialog form)");
  await form.locator("[name=password]").fill(PASSWORD);
  if (scripted) await form.locator("button[type=submit]").click();
  else {
    await page.locator("[name=file]").setInputFiles(file);
    await send();
  }
  await page.getByRole("heading", { name: "Product registered" }).waitFor();
  const stored = localDatabase(app.worker)
    .prepare("SELECT title FROM products WHERE recipient = ?")
    .bind(recipient);
  expect(await stored.first("title")).toBe("Asked first");
  await context.close();
});
