import type { ClientActionFunctionArgs } from "@remix-run/react";

const SERVICE_UNAVAILABLE = 503;

/**
 * A `clientAction` for changes of favourites: where the server can't be reached, an answer in place
 * of an error page. An error status keeps the page from loading its data again.
 */
export async function saveFavourites({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    // `fetch` rejects with a TypeError when there is no answer.
    if (!(error instanceof TypeError)) throw error;
    return Response.json({ error: { message: null } }, { status: SERVICE_UNAVAILABLE });
  }
}
