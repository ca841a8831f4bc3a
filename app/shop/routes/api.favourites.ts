import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { acceptsPage, previousPage } from "../../http/document-request";
import { flash } from "../../http/flash";
import { problemOf } from "../../http/problem-response";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewerJson } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { readFavouriteChange } from "../http/favourite-change";
import { saveFavourites } from "../ui/save-favourites";
import { changeFavourites } from "../use-cases/favourites";

/** Per account: more than a person clicks, and a bound for a loop in a page. */
const FAVOURITES_RATE_LIMIT = { limit: 120, windowMs: 60_000 };

export const clientAction = saveFavourites;

/** Changes favourites and answers all of them; a form without script returns to its page. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireViewerJson(args);
  const back = previousPage(request, context) ?? paths.shop;
  try {
    await limitByAccount(context, uid, { name: "favourites", ...FAVOURITES_RATE_LIMIT });
    const change = await readFavouriteChange(request);
    const favourites = await changeFavourites({ uid, change }, context.ports);
    return acceptsPage(request) ? redirect(back) : Response.json({ favourites });
  } catch (error) {
    if (!acceptsPage(request)) throw error;
    const toast = problemOf(error).code === "conflict" ? "favouritesFull" : "favouritesFailed";
    return redirect(back, { headers: { "Set-Cookie": flash(toast, context) } });
  }
}
