import { Form, useNavigation } from "@remix-run/react";
import { paths, query } from "../../lib/paths";
import { Button, ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";

interface Props {
  productId: string;
  isVisitor: boolean;
  /** The code that takes off the whole price; null for a free product. */
  code: string | null;
}

/** A free product: a visitor signs in, a person gets it by a plain form. */
export function FreePanel({ productId, isVisitor, code }: Props) {
  const { t } = useTranslation(["buy", "product"]);
  const busy = useNavigation().formData?.get("intent") === "get";
  if (isVisitor) {
    return (
      <>
        <p className="mb-3 text-center">{t("free.visitor")}</p>
        <ButtonLink
          to={paths.login + query({ to: paths.buy(productId) + query({ code }) })}
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
        {code !== null && <input type="hidden" name="code" value={code} />}
        {/* It is given, or refused: no order is opened at another price. */}
        <input type="hidden" name="acceptedLamports" value="0" />
        <Button type="submit" size="l" className="w-full" busy={busy}>
          {t("product:get")}
        </Button>
      </Form>
      <p className="mt-3 text-center text-ink-3 text-sm">{t("product:getHint")}</p>
    </>
  );
}
