import { offerPaths } from "../../lib/offer-paths";
import { paths } from "../../lib/paths";
import { ProductTitle } from "../../products/ui/product-title";
import { Card } from "../../ui/card";
import { ConfirmDetails } from "../../ui/confirm-details";
import { CopyButton } from "../../ui/copy-button";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useHydrated } from "../../ui/use-hydrated";
import type { AffiliateState } from "../rules/affiliate";

export interface Recommended {
  productId: string;
  title: string;
  state: AffiliateState;
  /** Null while the seller pays nobody. */
  percent: number | null;
  /** Absolute. */
  link: string;
  seller: { uid: string; name: string };
  sales: number;
  /** SOL as decimal text. */
  received: string;
  /** SOL as decimal text, to this seller, for all of their products; null for nothing. */
  dueBack: string | null;
}

/** The products that a person recommends or did, each with its link and what it brought. */
export function RecommendedList({ products }: { products: readonly Recommended[] }) {
  const { t } = useTranslation("affiliate");
  const isSome = products.some(({ state }) => isCurrent(state));
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {products.map((product) => (
          <li key={product.productId} data-product={product.productId}>
            <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 max-sm:p-4">
              <Head {...product} />
              {product.state === "active" && product.percent !== null && <Share {...product} />}
              <Figures {...product} />
              {isCurrent(product.state) && (
                <ConfirmDetails
                  summary={t("leave.title")}
                  about={product.title}
                  label={`${t("leave.title")} ${product.title}`}
                  text={t("leave.text")}
                  values={{ intent: "leave", productId: product.productId }}
                  confirm={t("leave.confirm")}
                />
              )}
            </Card>
          </li>
        ))}
      </ul>
      {isSome && (
        <ConfirmDetails
          summary={t("leaveAll.title")}
          label={t("leaveAll.confirm")}
          text={t("leaveAll.text")}
          values={{ intent: "leave-all" }}
          confirm={t("leaveAll.confirm")}
          isDangerous
        />
      )}
    </>
  );
}

const isCurrent = (state: AffiliateState) => state === "active" || state === "applied";

function Head({ productId, title, state, percent, seller }: Recommended) {
  const { t } = useTranslation("affiliate");
  const note = state === "active" && percent === null ? t("paused") : t(`states.${state}`);
  return (
    <div>
      <h2 className="wrap-anywhere text-xl">
        <a href={paths.buy(productId)} className="link">
          <ProductTitle>{title}</ProductTitle>
        </a>
      </h2>
      <p className="mt-1 text-ink-2">
        {t("by")}{" "}
        <a href={paths.sell(seller.uid)} className="link wrap-anywhere">
          {seller.name}
        </a>
        {" · "}
        {note}
        {isCurrent(state) && percent !== null && ` · ${t("percent", { percent })}`}
      </p>
    </div>
  );
}

function Share({ productId, title, link }: Recommended) {
  const { t } = useTranslation("affiliate");
  const hydrated = useHydrated();
  return (
    <div className="grid justify-items-start gap-2">
      <a href={link} rel="nofollow" className="link break-all font-mono text-sm">
        {link}
      </a>
      {hydrated && <CopyButton text={link} label={t("copy", { title })} />}
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {(["svg", "png"] as const).map((format) => (
          <li key={format}>
            <a href={offerPaths.affiliateQr(productId, `qr.${format}`)} download className="link">
              {t("qr", { format: format.toUpperCase() })}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Figures({ sales, received, dueBack, seller }: Recommended) {
  const { t } = useTranslation("affiliate");
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      <span>{t("sales", { count: sales })}</span>
      <span>
        {t("received")} <Sol amount={received} />
      </span>
      {dueBack !== null && (
        <span data-due-back="">
          {t("dueBack", { seller: seller.name })} <Sol amount={dueBack} />
        </span>
      )}
    </p>
  );
}
