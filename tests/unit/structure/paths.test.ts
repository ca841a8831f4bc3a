import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { apiPaths } from "../../../app/lib/api-paths";
import { googlePaths } from "../../../app/lib/google-paths";
import { offerPaths } from "../../../app/lib/offer-paths";
import { paths } from "../../../app/lib/paths";
import { profilePaths } from "../../../app/lib/profile-paths";
import { purchasePaths } from "../../../app/lib/purchase-paths";
import { reviewPaths } from "../../../app/lib/review-paths";
import { sitePaths } from "../../../app/lib/site-paths";
import { toolPaths } from "../../../app/lib/tool-paths";
import { withdrawalPaths } from "../../../app/lib/withdrawal-paths";
import routes from "../../../app/routes";
import { routePaths } from "../../support/route-paths";

/** Routes that the app does not link to. */
const UNLINKED = ["actions-json", "health", "catch-all", "licence-activate", "licence-deactivate"];

const APART = {
  offer: offerPaths,
  profile: profilePaths,
  purchase: purchasePaths,
  review: reviewPaths,
  site: sitePaths,
  tool: toolPaths,
  withdrawal: withdrawalPaths,
};

const addresses = routePaths(routes).map(({ id, address }) => ({ id, path: address }));
const idOf = (path: string) => matchRoutes(addresses, path)?.at(-1)?.route.id;

test("every path matches a route, and every route has a path", () => {
  const found = flat({ ...paths, api: apiPaths, google: googlePaths, apart: APART }).map(
    ([name, path]) => [name, path, idOf(path)] as const,
  );
  const astray = found.filter(([, , id]) => id === undefined || id === "catch-all");
  expect(astray).toEqual([]);
  const reached = found.map(([, , id]) => id ?? "");
  expect(reached.filter((id, at) => reached.indexOf(id) !== at)).toEqual([]);
  const wanting = addresses.filter(({ id }) => !reached.includes(id) && !UNLINKED.includes(id));
  expect(wanting).toEqual([]);
});

test("parameters are encoded within their segment", () => {
  expect(paths.buy("../x?y#z")).toBe("/acheter/..%2Fx%3Fy%23z");
  expect(paths.media("a/b")).toBe("/media/a%2Fb");
});

function flat(tree: object, prefix = ""): [name: string, path: string][] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) => {
    const full = `${prefix}${name}`;
    if (typeof value === "string") return [[full, value]];
    if (typeof value === "function") return [[full, String(value("x", "1"))]];
    return flat(value as object, `${full}.`);
  });
}
