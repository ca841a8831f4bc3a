import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/button";
import type { ClosedReason, ShownOrder } from "../rules/purchase-page";
import { EndedNote } from "./ended-note";

interface Props {
  why: ClosedReason;
  ended: ShownOrder | null;
  /** Null where the seller is gone. */
  sellerUid: string | null;
}

/** Why this can't be bought now, and where to go instead. */
export function ClosedPanel({ why, ended, sellerUid }: Props) {
  const { t } = useTranslation("buy");
  const { t: refusal } = useTranslation("refusals");
  const explained = why === "inactive" || why === "sold_out" || why === "held";
  return (
    <>
      {ended && <EndedNote order={ended} />}
      <p className="text-center font-semibold text-lg">{refusal(why)}</p>
      {explained && <p className="mt-2 text-center text-ink-2 text-sm">{t(`closed.${why}`)}</p>}
      {sellerUid && (
        <ButtonLink
          to={`/sell/${sellerUid}`}
          reloadDocument
          look="secondary"
          className="mt-5 w-full"
        >
          {t("closed.toSeller")}
        </ButtonLink>
      )}
    </>
  );
}
