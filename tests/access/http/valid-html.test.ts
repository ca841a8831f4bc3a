import { afterAll, beforeAll, expect, test } from "vitest";
import { SCREENS } from "../../../dev/screens/all-screens";
import { withoutTable } from "../../../dev/screens/draw";
import { LOCALES, type Screen } from "../../../dev/screens/screen";
import { createWorld, type World } from "../../../dev/screens/world";
import { GoogleApp } from "../../support/google-app";
import { htmlFaults } from "../../support/html/valid-html";
import { dealt } from "../../support/test-scale";

let site: GoogleApp;
let world: World;

beforeAll(async () => {
  site = await GoogleApp.start({ env: { SEED: "1" } });
  world = await createWorld(site);
});
afterAll(() => site?.app.stop());

/** Pages as the Worker sends them: what a script makes of some of them, the tests of accessibility read. */
const CASES = SCREENS.filter(({ act, isLanguageUnchosen }) => !act && !isLanguageUnchosen).flatMap(
  (screen, position) =>
    dealt(LOCALES, position).map((locale) => ({ screen, locale, name: `${screen.id} ${locale}` })),
);

// spec: page.html, command.long
test.each(CASES)("$name is valid HTML", async ({ screen, locale }) => {
  const { missingTable } = screen;
  const read = () => readPage(screen, locale);
  const { status, html } = await (missingTable ? withoutTable(missingTable, world, read) : read());
  expect(status).toBe(screen.status ?? 200);
  expect(html).toContain(`<html lang="${locale}"`);
  expect(await htmlFaults(html)).toEqual([]);
});

// spec: page.notices
test("the legal notice leads to the licences of what the pages and the server contain", async () => {
  const notice = await (await fetch(`${site.url}/mentions-legales`)).text();
  const [, address] = /href="(\/third-party[^"]*)"/.exec(notice) ?? [];
  const answer = await fetch(site.url + address);
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
  expect(await answer.text()).toMatch(/^Third-party notices/);
});

async function readPage(screen: Screen, locale: string): Promise<{ status: number; html: string }> {
  const session = await world.sessionOf(screen.who);
  const answer = await fetch(site.url + screen.path(world), {
    headers: { Cookie: [`locale=${locale}`, session].filter(Boolean).join("; ") },
  });
  return { status: answer.status, html: await answer.text() };
}

const page = (body: string, attributes = "") =>
  `<!DOCTYPE html><html lang="en"><head><title>A page</title></head><body${attributes}>${body}</body></html>`;

// spec: page.html
test.each([
  ["a block in a phrase", "<p><span><div>Text</div></span></p>", "element-permitted-content"],
  ["a block in a list of terms", "<dl><div><dt>T</dt><div>D</div></div></dl>", "term-groups"],
  ["a hidden field that is read-only", '<input type="hidden" name="a" readonly>', "input-attr"],
  ["a section without heading", "<section><p>Text</p></section>", "section-heading"],
  ["a group without name", '<fieldset><button type="button">A</button></fieldset>', "wcag/h71"],
  ["an empty list", "<ul></ul>", "list-items"],
  [
    "a form without name",
    '<form><label for="a">A</label><input type="text" id="a" name="a"><button type="submit">B</button></form>',
    "form-name",
  ],
  ["an id that stands twice", '<p id="a">A</p><p id="a">B</p>', "no-dup-id"],
  ["a name that stands nowhere", '<nav aria-labelledby="a"></nav>', "no-missing-references"],
  ["a heading that skips a level", "<h1>A</h1><h3>B</h3>", "heading-level"],
])("%s is reported", async (_, body, rule) => {
  expect(await htmlFaults(page(body))).toContainEqual(expect.stringMatching(`^${rule}`));
});

test("what stands behind the end of a document is reported", async () => {
  expect(await htmlFaults(page("<h1>A</h1>"))).toEqual([]);
  expect(await htmlFaults(`${page("<h1>A</h1>")}<script></script>`)).not.toEqual([]);
});
