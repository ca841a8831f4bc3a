import { paths, query } from "../../lib/paths";
import type { ClosedReason } from "../../orders/rules/purchase-option";
import { ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";

interface Props {
  why: ClosedReason;
  productId: string;
  /** What stops the sale of a bundle; absent where nothing of it does. */
  stop: string | null | undefined;
  /** Null where the seller deleted their account. */
  sellerUid: string | null;
}

/** Why the product can't be bought now, with links to its seller. */
export function ClosedPanel({ why, productId, stop, sellerUid }: Props) {
  const { t } = useTranslation("buy");
  const { t: refusal } = useTranslation("refusals");
  const explained = why === "inactive" || why === "sold_out";
  return (
    <>
      <p className="text-center font-semibold text-lg">{refusal(why)}</p>
      {explained && (
        <p className="mt-2 text-center wrap-anywhere text-ink-2 text-sm">
          {stop ?? t(`closed.${why}`)}
        </p>
      )}
      {sellerUid && why === "file_missing" && (
        <ButtonLink
          to={paths.newMessage + query({ product: productId })}
          reloadDocument
          className="mt-5 w-full"
        >
          {t("order.contactSeller")}
        </ButtonLink>
      )}
      {sellerUid && (
        <ButtonLink
          to={paths.sell(sellerUid)}
          reloadDocument
          variant="secondary"
          className="mt-5 w-full"
        >
          {t("closed.toSeller")}
        </ButtonLink>
      )}
    </>
  );
}
