import { expect, inject, test } from "vitest";
import { paths } from "../../../app/lib/paths";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { frameFaults } from "../../support/frame-faults";
import { filePayload, fillProductForm } from "../../support/product-page";

const { url } = inject("app");
const browser = browserForFile();

const PHONE = { width: 390, height: 844 };
/** A name of the parser's that minifying keeps. */
const PARSER_MARK = "blockQuoteMarker";
const SOURCE = [
  "## What you get",
  "- **An hour** of rain\n- in [stereo](https://sound.example/listen)",
  `> ${"long".repeat(60)}`,
  `\`\`\`\n${"code".repeat(60)}\n\`\`\``,
].join("\n\n");

// spec: markdown.form, markdown.server, markdown.links
test("a seller formats a description by signs, and a phone shows it without a parser", async () => {
  const context = await newPerson(browser, url, { locale: "en", viewport: PHONE });
  const page = await context.newPage();
  await page.goto(url + paths.newProduct);
  await fillProductForm(page, { description: SOURCE });
  const hint = "Signs format the text: **bold**, lists, links.";
  expect(await page.getByLabel("Description").getAttribute("aria-describedby")).toMatch(/-hint$/);
  await page.getByText(hint).waitFor();
  await page.getByText("All signs").click();
  await page.getByText("- item of a list").waitFor();
  expect(await frameFaults(page)).toEqual([]);
  await page.locator("[name=file]").setInputFiles(filePayload(Buffer.from("rain")));
  await page.getByRole("button", { name: "Register product" }).click();
  const edit = page.getByRole("link", { name: /edit/i });
  const id = /\/edit\/([^/?]+)/.exec((await edit.getAttribute("href")) ?? "")?.[1] ?? "";

  const visitor = await newPerson(browser, url, { locale: "en", viewport: PHONE });
  const shown = await visitor.newPage();
  const scripts: Promise<string>[] = [];
  shown.on("response", (answer) => {
    if (answer.request().resourceType() === "script") scripts.push(answer.text());
  });
  await shown.goto(url + paths.buy(id), { waitUntil: "networkidle" });
  await shown.getByRole("heading", { level: 2, name: "What you get" }).waitFor();
  expect(await shown.locator("article li strong").textContent()).toBe("An hour");
  const link = shown.getByRole("link", { name: "stereo" });
  expect(await link.getAttribute("rel")).toBe("nofollow ugc noopener");
  expect(await frameFaults(shown)).toEqual([]);
  const texts = await Promise.all(scripts);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.includes(PARSER_MARK))).toEqual([]);
  await Promise.all([context.close(), visitor.close()]);
});
