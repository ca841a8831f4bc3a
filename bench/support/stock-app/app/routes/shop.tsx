import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { type CardFacts, toCard } from "~/products/rules/product-card";
import { readShop } from "../../../pages/worker-env";
import { envOf } from "../baseline-env";
import { CategoryBar } from "../components/category-bar";
import { useFavourites } from "../components/favourites";
import { FilterForm } from "../components/filter-form";
import { Icon } from "../components/icon";
import { Pagination } from "../components/pagination";
import { ProductCard } from "../components/product-card";

const PAGE_SIZE = 16;

export const meta: MetaFunction = () => [
  { title: "The shop · Comptoir" },
  {
    name: "description",
    content:
      "Music, books, courses, photos, fonts, code: files sold directly by the people who make them, paid in SOL.",
  },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const category = new URL(request.url).searchParams.get("category") ?? "";
  const [best = [], rows = [], [total] = []] = await readShop(envOf(context), category);
  const top = best.map(({ id }) => String(id));
  const now = Date.now();
  const cards = rows.slice(0, PAGE_SIZE).map((row) => {
    const facts = { ...row, priceLamports: BigInt(row.priceLamports ?? 0) };
    return toCard(facts as unknown as CardFacts, { now, top });
  });
  const count = Number(total?.count);
  return { cards, count, pages: Math.ceil(count / PAGE_SIZE) };
}

export default function Shop() {
  const { cards, count, pages } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const page = Number(search.get("page") ?? 1);
  return (
    <div className="group/shop flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1>The shop</h1>
          <div className="mt-2 flex min-h-9 flex-wrap items-center gap-y-2">
            <p role="status" className="mr-4 text-ink-2 tabular-nums">
              {count.toLocaleString("en")} products
            </p>
          </div>
        </div>
        <Toolbar />
      </header>
      <FilterForm />
      <CategoryBar />
      <section tabIndex={-1} className="flex flex-col gap-10 outline-none">
        <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 sm:gap-x-6 md:grid-cols-4">
          {cards.map((card, at) => (
            <li key={card.id} className="min-w-0">
              <ProductCard card={card} at={at} />
            </li>
          ))}
        </ul>
        <Pagination page={page} pages={pages} />
      </section>
    </div>
  );
}

function Toolbar() {
  const favourites = useFavourites();
  return (
    <div className="flex flex-wrap items-center gap-2 sm:gap-3">
      <Link
        to="/shop?favs=1"
        preventScrollReset
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-2 bg-card px-4 font-semibold text-sm no-underline hover:border-ink"
      >
        Only favorites
        <span className="min-w-6 rounded-full bg-sunk px-1.5 text-center tabular-nums">
          {favourites.length}
        </span>
      </Link>
      <nav aria-label="View" className="flex rounded-full border border-line-2 bg-card p-0.5">
        <Link
          to="/shop"
          aria-label="Grid"
          aria-current="true"
          className="flex h-10 w-11 items-center justify-center rounded-full bg-ink text-paper"
        >
          <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
            <path d="M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z" fill="currentColor" />
          </svg>
        </Link>
        <Link
          to="/shop?view=list"
          aria-label="List"
          className="flex h-10 w-11 items-center justify-center rounded-full text-ink-2 hover:text-ink"
        >
          <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
            <path d="M3 4h14v2.5H3zM3 8.75h14v2.5H3zM3 13.5h14V16H3z" fill="currentColor" />
          </svg>
        </Link>
      </nav>
      <button
        type="button"
        aria-label="Remove all favorites"
        className={`flex size-11 items-center justify-center rounded-full border border-line-2 bg-card text-ink-2 hover:border-ink hover:text-ink sm:order-first ${favourites.length > 0 ? "" : "invisible"}`}
      >
        <Icon d="M3.5 5.5h13M8 5.5V3.5h4v2M5 5.5l.8 11h8.4l.8-11M8.3 8.5v5M11.7 8.5v5" />
      </button>
    </div>
  );
}
