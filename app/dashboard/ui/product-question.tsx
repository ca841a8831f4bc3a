import type { ReactNode } from "react";
import { Card } from "../../ui/card";
import { useTranslation } from "../../ui/translation";

interface Props {
  title: string;
  /** Address of the product's page. */
  back: string;
  children: ReactNode;
}

/** A page without script that asks before something is done to a product. */
export function ProductQuestion({ title, back, children }: Props) {
  const { t } = useTranslation("page-product");
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6">
      <h1>{title}</h1>
      <Card className="grid gap-4">{children}</Card>
      <p>
        <a href={back} className="link text-ink-2">
          {t("back")}
        </a>
      </p>
    </div>
  );
}
