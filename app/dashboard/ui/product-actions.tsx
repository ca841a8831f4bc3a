import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "../../ui/button";
import type { DashboardLine } from "./line";
import { titleId } from "./product-cell";

/** The title describes each action, for those who hear them one by one. */
export function ProductActions({ product }: { product: DashboardLine }) {
  const { t } = useTranslation("dashboard");
  const control = {
    look: "secondary",
    size: "s",
    "aria-describedby": titleId(product),
  } as const;
  return (
    <div className="flex flex-wrap gap-2 md:justify-end min-[1200px]:flex-nowrap">
      <ButtonLink to={`/edit/${product.id}`} {...control}>
        {t("edit")}
      </ButtonLink>
      <Form method="get" action="/dashboard" preventScrollReset>
        <input type="hidden" name="confirm" value={product.id} />
        <Button type="submit" {...control}>
          {t(product.status === "active" ? "disable" : "activate")}
        </Button>
      </Form>
      <ButtonLink to={`/preview/${product.id}`} target="_blank" rel="noreferrer" {...control}>
        {t("preview")}
      </ButtonLink>
    </div>
  );
}
