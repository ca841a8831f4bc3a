import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { apiPaths } from "../../lib/api-paths";
import { useLocalFavourites, writeLocalFavourites } from "./local-favourites";
import type { FavouriteAnswer } from "./use-favourites";

/** Moves the favourites of a visitor to the account after sign-in. Refused ones stay for the next page load. */
export default function MergeFavourites() {
  const ids = useLocalFavourites();
  const { submit, data } = useFetcher<FavouriteAnswer>({ key: "merge-favourites" });
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current || ids.length === 0) return;
    isSent.current = true;
    submit(
      { intent: "merge", productIds: [...ids] },
      { method: "post", action: apiPaths.favourites, encType: "application/json" },
    );
  }, [ids, submit]);
  useEffect(() => {
    if (data && "favourites" in data) writeLocalFavourites([]);
  }, [data]);
  return null;
}
