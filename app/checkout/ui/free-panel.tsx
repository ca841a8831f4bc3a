import { Form, useNavigation } from "@remix-run/react";
import { paths, query } from "../../lib/paths";
import { Button, ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";

interface Props {
  productId: string;
  isVisitor: boolean;
}

/** A free product: a visitor signs in, a person gets it by a plain form. */
export function FreePanel({ productId, isVisitor }: Props) {
  const { t } = useTranslation(["buy", "product"]);
  const busy = useNavigation().formData?.get("intent") === "get";
  if (isVisitor) {
    return (
      <>
        <p className="mb-3 text-center">{t("free.visitor")}</p>
        <ButtonLink
          to={paths.login + query({ to: paths.buy(productId) })}
          size="l"
          className="w-full"
        >
          {t("free.signIn")}
        </ButtonLink>
        <p className="mt-3 text-center text-ink-3 text-sm">{t("visitor.hint")}</p>
      </>
    );
  }
  return (
    <>
      <Form method="post" preventScrollReset replace aria-label={t("product:get")}>
        <input type="hidden" name="intent" value="get" />
        <Button type="submit" size="l" className="w-full" busy={busy}>
          {t("product:get")}
        </Button>
      </Form>
      <p className="mt-3 text-center text-ink-3 text-sm">{t("product:getHint")}</p>
    </>
  );
}
