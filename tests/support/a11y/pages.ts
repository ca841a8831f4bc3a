import type { Page } from "playwright-core";
import { REAUTH_WINDOW_MS } from "../../../app/lib/session-lifetime";
import { localDatabase } from "../../../dev/run/local-database";
import type { AppUnderTest } from "../app-under-test";
import { changeRow } from "../rows";
import { postLogin } from "../sign-in";
import type { World } from "./world";

export interface PageState {
  who: "visitor" | "seller" | "buyer";
  /** Where the world is needed, a function of it. */
  path: string | ((world: World) => string);
  /** Default: 200. */
  status?: number;
  /** Before the page is opened. */
  prepare?(app: AppUnderTest, world: World): unknown;
  /** Brings the page into the state to look at. */
  act?(page: Page): Promise<unknown>;
  /** What the state is, where the path does not say it. */
  state?: string;
}

/** Under `npm run test:long` the last re-authentication is too long ago. */
const reauthenticate = (who: "seller" | "buyer") => (app: AppUnderTest, world: World) =>
  changeRow(
    localDatabase(app.worker),
    "sessions",
    { uid: world[who].uid },
    { proven_at: Date.now() },
  );

/** An address of which strangers try the password. */
const LOCKED_OUT = "locked-out@example.org";

async function usePasswordTries(app: AppUnderTest): Promise<void> {
  const site = { origin: app.url, fetch: (url: string, init?: RequestInit) => fetch(url, init) };
  const fields = { intent: "sign-in", email: LOCKED_OUT, password: "a wrong password" };
  await Promise.all(Array.from({ length: 14 }, () => postLogin(site, fields)));
}

const alertOf = (page: Page) => page.getByRole("alert").first().waitFor();

async function submit(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`main [name=${name}]`);
    if (await field.evaluate((control) => control instanceof HTMLSelectElement)) {
      await field.selectOption(value);
    } else await field.fill(value);
  }
  await page.locator("main form:has([name]) button[type=submit]").first().click();
  await alertOf(page);
}

const VISITOR: Omit<PageState, "who">[] = [
  { path: "/" },
  { path: "/about", state: "menu", act: openMenu },
  { path: "/shop" },
  { path: "/shop", state: "menu", act: openMenu },
  { path: "/shop?view=list&category=1" },
  { path: "/shop?q=nothing+like+this" },
  { path: ({ sold }) => `/shop?product=${sold}`, state: "quick view" },
  { path: ({ seller }) => `/sell/${seller.uid}` },
  { path: "/sell/nobody", status: 404 },
  { path: ({ sold }) => `/preview/${sold}` },
  { path: "/preview/nothing", status: 404 },
  { path: ({ sold }) => `/acheter/${sold}` },
  { path: ({ soldOut }) => `/acheter/${soldOut}`, state: "sold out" },
  { path: ({ disabled }) => `/acheter/${disabled}`, state: "disabled" },
  { path: "/acheter/nothing", status: 404 },
  { path: "/createur" },
  { path: "/guide-wallet" },
  { path: "/businessPlan" },
  { path: "/login" },
  {
    path: "/login",
    state: "without a wallet",
    act: async (page) => {
      await page.getByRole("button", { name: /Phantom/ }).click();
      await alertOf(page);
    },
  },
  {
    path: "/login?mode=sign-up",
    state: "refused",
    act: (page) => submit(page, { email: "a@example.org", password: "short" }),
  },
  {
    path: "/login",
    state: "too many tries",
    prepare: usePasswordTries,
    act: (page) => submit(page, { email: LOCKED_OUT, password: "a wrong password" }),
  },
  { path: "/login/recover" },
  { path: "/about" },
  { path: "/cgu" },
  { path: "/contact" },
  {
    path: "/contact",
    state: "refused",
    act: (page) => submit(page, { email: "a@b", message: "Hello" }),
  },
  { path: "/tutoriel-moonpay" },
  { path: "/mentions-legales" },
  { path: "/confidentialite" },
  { path: "/accessibilite" },
  { path: "/take/nothing", status: 404 },
  { path: "/purchases/link/nothing", status: 404 },
];

const SELLER: Omit<PageState, "who">[] = [
  { path: "/dashboard" },
  { path: ({ sold }) => `/dashboard?confirm=${sold}`, state: "confirmation" },
  { path: "/dashboard/sales" },
  { path: "/dashboard/review" },
  { path: ({ saleOrderId }) => `/dashboard/sales/${saleOrderId}/receipt` },
  { path: "/messages" },
  { path: "/messages?requests=1", state: "requests" },
  { path: ({ threadId }) => `/messages/${threadId}` },
  { path: "/transaction" },
  {
    path: "/transaction",
    state: "refused",
    act: (page) =>
      submit(page, {
        title: "A title",
        price: "0.1",
        category: "1",
        description: "Words",
        recipient: "nothing",
      }),
  },
  { path: ({ draft }) => `/transaction/${draft}` },
  { path: ({ draft }) => `/transaction/${draft}/publish` },
  { path: ({ draft }) => `/edit/${draft}/delete`, state: "draft" },
  { path: ({ sold }) => `/edit/${sold}` },
  { path: ({ sold }) => `/edit/${sold}/poster` },
  { path: ({ sold }) => `/edit/${sold}/counter` },
  { path: ({ disabled }) => `/edit/${disabled}/status` },
  { path: ({ fresh }) => `/edit/${fresh}/delete` },
  { path: ({ sold }) => `/edit/${sold}/delete`, state: "refused" },
  { path: "/edit/nothing", status: 404 },
  { path: ({ sold }) => `/acheter/${sold}`, state: "own product" },
  { path: "/manage-sell" },
  { path: "/profil" },
  {
    path: "/profil/password",
    prepare: reauthenticate("seller"),
    state: "refused",
    act: (page) => submit(page, { current: "not this one", password: "long enough for it" }),
  },
  { path: "/profil/codes", prepare: reauthenticate("seller") },
  { path: "/profil/remove/password", prepare: reauthenticate("seller") },
  { path: "/profil/delete", prepare: reauthenticate("seller") },
];

const BUYER: Omit<PageState, "who">[] = [
  { path: "/dashboard", state: "empty" },
  { path: "/manage-sell", state: "empty" },
  { path: ({ fresh }) => `/acheter/${fresh}`, state: "to buy" },
  {
    path: ({ ordered }) => `/acheter/${ordered}`,
    state: "to pay, without a wallet",
    act: async (page) => {
      await page.getByRole("button", { name: /Phantom/ }).click();
      await alertOf(page);
    },
  },
  { path: ({ sold }) => `/acheter/${sold}`, state: "owned" },
  { path: ({ sold }) => `/purchases/${sold}/handover` },
  { path: "/purchases" },
  { path: ({ saleOrderId }) => `/purchases/${saleOrderId}/receipt` },
  { path: ({ openOrderId }) => `/messages/new?order=${openOrderId}` },
  { path: "/messages/new?order=nothing", status: 404 },
  { path: "/claim/nothing" },
  {
    path: "/profil/delete",
    state: "refused",
    prepare: reauthenticate("buyer"),
    act: (page) => submit(page, { word: "no" }),
  },
];

/** Every page and the states that look different. */
export const PAGES: PageState[] = [
  ...VISITOR.map((page) => ({ ...page, who: "visitor" as const })),
  ...SELLER.map((page) => ({ ...page, who: "seller" as const })),
  ...BUYER.map((page) => ({ ...page, who: "buyer" as const })),
  // Last: the pages before it need a recent authentication.
  {
    who: "seller",
    path: "/profil/confirm",
    prepare: ({ clock }) => clock.advance(REAUTH_WINDOW_MS),
  },
];

/** On a wide window there is no such button. */
async function openMenu(page: Page): Promise<void> {
  const button = page.locator("nav [popovertarget]:visible");
  if ((await button.count()) > 0) await button.click();
}
