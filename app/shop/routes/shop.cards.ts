import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { limitByIp } from "../../http/rate-limit";
import { withStars } from "../../products/http/star-texts";
import { readWorths } from "../../rates/http/worths";
import { readShopState } from "../http/shop-state";
import { MAX_VISITOR_FAVOURITES, productIds } from "../rules/favourites";
import { browseCards } from "../use-cases/browse-cards";

/** Per IP address: each change of a filter is one request. */
const CARDS_RATE_LIMIT = { name: "shop-cards", limit: 300, windowMs: 60_000 };

/** Cards of a visitor's favourites, whose ids the browser keeps, under the filters of the shop. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await limitByIp({ request, context }, CARDS_RATE_LIMIT);
  const { searchParams } = new URL(request.url);
  const ids = productIds((searchParams.get("ids") ?? "").split(","), MAX_VISITOR_FAVOURITES);
  const [page, worths] = await Promise.all([
    browseCards(ids, readShopState(searchParams), context.ports),
    readWorths({ request, context }),
  ]);
  const cards = page.cards.map(worths.with).map(withStars(request));
  const shown = { ...page, cards };
  return Response.json(shown, { headers: { "Cache-Control": "no-store" } });
}
