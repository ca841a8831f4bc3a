import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { categoryKey } from "../../products/rules/categories";
import type { ProductStatus } from "../../products/rules/product";
import type { SaleType } from "../../products/rules/sale-type";

interface Props {
  sold: number;
  status: ProductStatus;
  saleType: SaleType;
  saleLimit: number | null;
  categoryId: number;
  /** Base58. */
  recipient: string;
  /** Epoch ms. */
  createdAt: number;
}

/** What a seller checks before sharing. */
export function PreviewFacts(props: Props) {
  const { sold, status, saleType, saleLimit, categoryId, recipient, createdAt } = props;
  const { t, i18n } = useTranslation("preview");
  const { t: category } = useTranslation("categories");
  const created = new Intl.DateTimeFormat(i18n.language, { dateStyle: "long", timeZone: "UTC" });
  return (
    <dl className="grid gap-3 border-line border-t pt-5">
      {sold > 0 && <Fact name={t("fields.sales")}>{sold}</Fact>}
      <Fact name={t("fields.status")}>{t(`status.${status}`)}</Fact>
      <Fact name={t("fields.saleType")}>{t(`saleType.${saleType}`, { limit: saleLimit })}</Fact>
      <Fact name={t("fields.category")}>{category(categoryKey(categoryId))}</Fact>
      <Fact name={t("fields.wallet")}>
        <code className="break-all font-mono text-sm">{recipient}</code>
      </Fact>
      <Fact name={t("fields.created")}>
        <time dateTime={new Date(createdAt).toISOString()}>{created.format(createdAt)}</time>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[10rem_1fr]">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 font-medium tabular-nums">{children}</dd>
    </div>
  );
}
