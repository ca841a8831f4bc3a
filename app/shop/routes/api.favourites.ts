import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { acceptsPage, previousPage } from "../../http/document-request";
import { flash } from "../../http/flash";
import { problemOf } from "../../http/problem-response";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewerJson } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { readFavouriteChange } from "../http/favourite-change";
import { changeFavourites } from "../use-cases/favourites";

/** Per account: more than a person clicks, and a bound for a loop in a page. */
const FAVOURITES_RATE_LIMIT = { limit: 120, windowMs: 60_000 };

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
    const toast =
      problemOf(error, context.ports.log).code === "conflict"
        ? "favouritesFull"
        : "favouritesFailed";
    return redirect(back, { headers: { "Set-Cookie": flash(toast, context) } });
  }
}

const SERVICE_UNAVAILABLE = 503;

/**
 * Where the server can't be reached, an answer in place
 * of an error page. An error status keeps the page from loading its data again.
 */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    // `fetch` rejects with a TypeError when there is no answer.
    if (!(error instanceof TypeError)) throw error;
    return Response.json({ error: { message: null } }, { status: SERVICE_UNAVAILABLE });
  }
}
