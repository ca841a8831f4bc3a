import { expect, test } from "vitest";
import { ACCESS, type Rule } from "../../../app/http/access";
import { PROBLEM_STATUS } from "../../../app/http/problem-response";
import routes from "../../../app/routes";
import { apiPage, endpointsIn, examplesIn } from "../../support/api/examples";
import { routePaths } from "../../support/route-paths";

/** Resource routes for pages and browsers, which are not part of the API. */
const OF_PAGES = [
  "/dashboard/sales.csv",
  "/edit/:pid/:file",
  "/affiliate/report",
  "/affiliate/:productId/:file",
  "/r/:code/:productId",
  "/dashboard/transactions.csv",
  "/codes/report",
  "/shares/report",
  "/purchases/:productId/file",
  "/profil/codes/text",
  "/retractation/:token/text",
  "/retractation/:token/statement",
  "/edit/:pid/duplicate",
  "/transaction/:pid",
  "/logout",
  "/media/:id",
  "/theme",
  "/currency",
  "/language-hint",
  "/sitemap.xml",
  "/sitemap/pages.xml",
  "/sitemap/products/:part",
  "/sitemap/sellers/:part",
  "/robots.txt",
  "/.well-known/security.txt",
  "/.well-known/change-password",
  "/manifest.webmanifest",
  "/*",
];

const page = apiPage();
const endpoints = endpointsIn(page);
const examples = examplesIn(page);

/** Method and path pattern of every resource route. */
const resources = routePaths(routes)
  .filter((_, at) => routes[at]?.file.endsWith(".ts"))
  .filter(({ address }) => !OF_PAGES.includes(address))
  .flatMap(({ id, address }) =>
    Object.entries(ACCESS[id] ?? {}).map(([method, rule]) => ({
      name: `${method} ${address}`,
      who: whoOf(rule),
    })),
  );

test("every JSON, payment and Action route has a section with its access", () => {
  const byName = (one: { name: string }, other: { name: string }) =>
    one.name < other.name ? -1 : 1;
  expect([...endpoints].sort(byName)).toEqual([...resources].sort(byName));
});

test("every section has a successful example of its endpoint", () => {
  const wanting = endpoints.filter(
    ({ name }) => !examples.some((one) => one.endpoint === name && one.answer.status < 400),
  );
  expect(wanting).toEqual([]);
  const astray = examples.filter(({ endpoint, method, path }) => {
    const [verb, address = ""] = endpoint?.split(" ") ?? [method, path];
    const pattern = address.replace(/[.*]/g, "\\$&").replace(/:\w+/g, "[^/?]+");
    return verb !== method || !new RegExp(`^${pattern}(\\?.*)?$`).test(path);
  });
  expect(astray.map(({ endpoint, method, path }) => [endpoint, method, path])).toEqual([]);
});

// spec: json.error-form
test("the table of errors has every code with its status", () => {
  const rows = page.matchAll(/^\| `(\w+)` \| (\d{3}) \| \S.* \|$/gm);
  const listed = Object.fromEntries([...rows].map(([, code, status]) => [code, Number(status)]));
  expect(listed).toEqual(PROBLEM_STATUS);
});

test("links within the page point to its headings", () => {
  const anchors = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor ?? "");
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});

function whoOf({ access, ownership }: Rule): string {
  return ownership ? `${access}, ${ownership}` : access;
}
