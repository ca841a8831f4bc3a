import { join } from "node:path";
import { expect, test } from "vitest";
import { BRAND } from "../../../app/lib/brand";
import routes from "../../../app/routes";

const APP = join(import.meta.dirname, "../../../app");
const pages = ["root.tsx", ...new Set(routes.map(({ file }) => file))].filter((file) =>
  file.endsWith(".tsx"),
);

interface Page {
  default?: unknown;
  ErrorBoundary?: unknown;
  meta?: (args: { data: undefined; error: unknown; location: object; params: object }) => unknown[];
}

const titleOf = (page: Page, error: unknown) => {
  const tags = page.meta?.({ data: undefined, error, location: {}, params: {} }) ?? [];
  return tags.flatMap((tag) => (tag as { title?: string }).title ?? []);
};

// spec: page.errors
test.each(pages)("%s has a title when its loader failed", async (file) => {
  const page = (await import(join(APP, file))) as Page;
  expect(page.default).toBeDefined();
  const failed = { status: 503, data: { title: "Something went wrong", message: "" } };
  // On an error Remix asks a page for its title only if it has an error boundary, else the root.
  const due = page.ErrorBoundary ? `Something went wrong · ${BRAND}` : expect.stringMatching(/./);
  expect(titleOf(page, failed)).toEqual([due]);
  for (const error of [undefined, new Error("x"), { status: 404, data: "" }]) {
    expect(titleOf(page, error)).toEqual([BRAND]);
  }
});
