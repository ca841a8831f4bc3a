import { expect, test } from "vitest";
import { ALWAYS_LOADED, namespacesOf } from "../../../app/http/translations/namespaces";
import routes from "../../../app/routes";
import { namespacesUsed } from "../../../dev/structure/text-files";
import { textTree } from "../../support/locale-texts";
import { ROOT } from "../../support/sources";

test("every document has the namespaces of the layout, and those of the page with what it loads later", () => {
  const layout = namespacesUsed(ROOT)("app/root.tsx");
  expect(layout).toContain("toasts");
  expect(layout.filter((namespace) => !ALWAYS_LOADED.includes(namespace))).toEqual([]);
  // The demo wallet asks for its texts outside of components, in a module that is loaded at a click.
  expect(namespacesOf("buy")).toEqual([
    ...ALWAYS_LOADED,
    "buy",
    "categories",
    "licence",
    "presentation",
    "product",
    "seller-status",
    "waiver",
    "wallet",
  ]);
});

test("no document has a namespace of the server", () => {
  const serverOnly = Object.keys(textTree("en", /\.server\.json$/));
  expect(serverOnly.length).toBeGreaterThan(10);
  const inDocuments = new Set(routes.flatMap(({ id }) => namespacesOf(id)));
  expect(serverOnly.filter((namespace) => inDocuments.has(namespace))).toEqual([]);
});
