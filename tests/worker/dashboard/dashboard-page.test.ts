import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { insertProduct, type ProductTraits } from "../../support/factories/product";
import { newSeller } from "../../support/seller";

// spec: screen.dashboard-title, screen.dashboard-columns, screen.dashboard-sale-type
// spec: screen.dashboard-status, control.dashboard.new, control.dashboard.with-products
// spec: control.dashboard.manage, control.dashboard.public-page, control.dashboard.edit
// spec: control.dashboard.preview, state.dashboard.empty
test("the dashboard has the specified title, buttons, columns and actions", async () => {
  const seller = await newSeller();
  const dashboard = async () => (await seller.call("/dashboard")).text();
  const empty = await dashboard();
  expect(empty).toContain("No products yet.");
  expect(empty).toMatch(/href="\/transaction"[^>]*>New Product</);
  for (const button of ["Export CSV", "Create My Private Sales Page", "Open My Public Page"])
    expect(empty).not.toContain(`>${button}<`);

  await insertProduct(env.DB, seller.uid, { title: "One", saleLimit: 1 });
  const id = await insertProduct(env.DB, seller.uid, { title: "Seven", saleLimit: 7, sold: 2 });
  await insertProduct(env.DB, seller.uid, { title: "All", status: "disabled" });
  const page = await dashboard();
  expect(page).toMatch(/<h1[^>]*>My Products<\/h1>/);
  expect(page).toContain(seller.uid);
  expect(page).toMatch(/href="\/dashboard\/sales\.csv"[^>]*>Export CSV</);
  expect(page).toMatch(/href="\/manage-sell"[^>]*>Create My Private Sales Page</);
  expect(page).toMatch(new RegExp(`href="/sell/${seller.uid}"[^>]*>Open My Public Page<`));
  const columns = [...page.matchAll(/<th scope="col".*?<\/th>/gs)].map(([html]) =>
    html.replace(/<[^>]+>/g, ""),
  );
  for (const name of ["Product", "Sales", "Price (SOL)", "Sales Type", "Status", "Actions"])
    expect(columns).toContain(name);

  const rowOf = (title: string) =>
    [...page.matchAll(/<tr data-product.*?<\/tr>/gs)].find(([html]) => html.includes(title))?.[0];
  const cells = (html = "") =>
    Object.fromEntries(
      [...html.matchAll(/data-label="([^"]+)"[^>]*>(.*?)<\/td>/g)].map(
        ([, name = "", value = ""]) => [name, value.replace(/<[^>]+>/g, "")],
      ),
    );
  const row = rowOf("Seven") ?? "";
  expect(row).toMatch(/<svg|<img/);
  expect(cells(row)).toMatchObject({
    Sales: "2",
    "Price (SOL)": "0.05",
    "Sales Type": "Limited to 75 left",
    Status: "Active",
  });
  expect(cells(rowOf("One"))).toMatchObject({ "Sales Type": "Unique", Status: "Active" });
  expect(cells(rowOf("All"))).toMatchObject({ "Sales Type": "Unlimited", Status: "Disabled" });
  expect(row).toMatch(new RegExp(`href="/edit/${id}"[^>]*>Edit<`));
  expect(row).toMatch(/<button[^>]*>Disable</);
  expect(row).toMatch(new RegExp(`href="/preview/${id}"[^>]*>Preview<`));
  expect(rowOf("All")).toMatch(/<button[^>]*>Activate</);
});

// spec: product.sold-out
test("what is sold out is no active product: badge, counts, report, preview and profile agree", async () => {
  const seller = await newSeller();
  const text = async (path: string) =>
    (await (await seller.call(path)).text()).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  const add = (title: string, traits: ProductTraits) =>
    insertProduct(env.DB, seller.uid, { title, ...traits });
  await add("Open", {});
  await add("Half", { saleLimit: 2, sold: 1, held: 1 });
  const gone = await add("Gone", { saleLimit: 2, sold: 2 });
  const single = await add("Single", { saleLimit: 1, sold: 1 });
  await add("Hidden", { saleLimit: 1, sold: 1, status: "disabled" });

  const page = await text("/dashboard");
  expect(page).toContain("Active Products 2 2 sold out");
  const rows = page.slice(page.indexOf(" Actions "));
  expect(rows).toMatch(/Gone .* Limited to 2 0 left Sold out Edit Duplicate Disable/);
  expect(rows).toMatch(/Single .* Unique Sold Edit/);
  expect(rows).toMatch(/Hidden .* Unique Disabled Edit Duplicate Activate/);
  expect(rows).toMatch(/Half .* Limited to 2 1 left Active Edit/);

  const report = await (await seller.call("/dashboard/sales.csv")).text();
  const statuses = [...report.matchAll(/"([^"]+)",\d+,[\d.]+,"([^"]+)"/g)].map((row) =>
    row.slice(1),
  );
  expect(Object.fromEntries(statuses)).toEqual({
    Open: "active",
    Half: "active",
    Gone: "sold_out",
    Single: "sold",
    Hidden: "disabled",
  });
  expect(await text(`/preview/${gone}`)).toContain("Status Sold out");
  expect(await text(`/preview/${single}`)).toContain("Status Sold ");
  expect(await text(`/edit/${gone}`)).toContain("Sold out");
  expect(await text("/profil")).toContain("Products for sale 2 ");
  expect(await text("/manage-sell")).toMatch(/Gone 0\.05 SOL Sold out/);
});

// spec: permission.dashboard, call.read.own-products
test("a seller sees no product of others", async () => {
  const [seller, other] = [await newSeller(), await newSeller()];
  await insertProduct(env.DB, other.uid, { title: "Theirs" });
  expect(await (await seller.call("/dashboard")).text()).not.toContain("Theirs");
});

// spec: catalogue.mended-address
test("the dashboard's table has its last page for a later one, and keeps the rest of its address", async () => {
  const seller = await newSeller();
  for (let at = 0; at < 2; at += 1) await insertProduct(env.DB, seller.uid);
  const table = async (search: string) => {
    const answer = await seller.call(`/dashboard?${search}`, { redirect: "manual" });
    await answer.body?.cancel();
    return [answer.status, answer.headers.get("Location")];
  };
  expect(await table("page=999&period=all")).toEqual([302, "/dashboard?period=all"]);
  expect(await table("page=abc&confirm=x")).toEqual([302, "/dashboard?confirm=x"]);
  expect(await table("page=1&period=all")).toEqual([200, null]);
});
