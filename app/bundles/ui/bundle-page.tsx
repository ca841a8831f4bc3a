import type { ReactNode } from "react";
import { offerPaths } from "../../lib/offer-paths";
import { ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";

/** The page of one bundle, with the way back to all of them. */
export function BundlePage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation("bundles");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header>
        <h1 className="wrap-anywhere">{title}</h1>
        <ButtonLink
          variant="secondary"
          size="s"
          to={offerPaths.bundles}
          reloadDocument
          className="mt-4"
        >
          {t("all")}
        </ButtonLink>
      </header>
      {children}
    </div>
  );
}
