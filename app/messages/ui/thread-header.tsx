import { paths } from "../../lib/paths";
import { ProductTitle } from "../../products/ui/product-title";
import { Alert } from "../../ui/alert";
import { Badge } from "../../ui/badge";
import { useTranslation } from "../../ui/translation";
import { otherSide, type Side } from "../rules/thread";
import { PersonName } from "./person-name";

interface Props {
  title: string;
  productId: string;
  other: { uid: string; name: string; isDeleted: boolean };
  /** The side of the reader. */
  side: Side;
}

/** Product and other person of a thread. */
export function ThreadHeader({ title, productId, other, side }: Props) {
  const { t } = useTranslation("messages");
  return (
    <header className="mb-8 grid gap-3">
      <h1 className="wrap-anywhere">
        <ProductTitle>{title}</ProductTitle>
      </h1>
      <p className="wrap-anywhere text-ink-2 text-lg">
        {t("thread.with")}{" "}
        <span className="font-semibold text-ink">
          <PersonName person={other} side={otherSide(side)} />
        </span>{" "}
        <Badge>{t(`role.${otherSide(side)}`)}</Badge>
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <a href={paths.messages} className="link">
          {t("thread.all")}
        </a>
        <a href={paths.buy(productId)} className="link">
          {t("thread.product")}
        </a>
      </p>
    </header>
  );
}

/** The other account was deleted. */
export function DeletedNote() {
  const { t } = useTranslation("messages");
  return (
    <Alert tone="info">
      <p>{t("thread.deleted")}</p>
      <p className="mt-1">
        <a href={paths.contact} className="link">
          {t("thread.contactUs")}
        </a>
      </p>
    </Alert>
  );
}
