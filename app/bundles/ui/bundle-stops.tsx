import { Link } from "@remix-run/react";
import { offerPaths } from "../../lib/offer-paths";
import { paths } from "../../lib/paths";
import { toolPaths } from "../../lib/tool-paths";
import { Alert } from "../../ui/alert";
import { useTranslation } from "../../ui/translation";
import type { ItemProblem } from "../rules/bundle";

/** Where the seller mends it. */
const MENDED_AT: Record<ItemProblem, { to: (id: string) => string; label: Label }> = {
  disabled: { to: toolPaths.productStatus, label: "activate" },
  free: { to: paths.edit, label: "edit" },
  shared: { to: paths.edit, label: "edit" },
  wallet: { to: paths.edit, label: "edit" },
  sold_out: { to: paths.edit, label: "edit" },
  no_keys: { to: offerPaths.productLicences, label: "keys" },
};
type Label = "activate" | "edit" | "keys";

interface Stop {
  id: string;
  title: string;
  problem: ItemProblem;
}

/** The items that stop the sale of a bundle, each with what its seller can do. Nothing where there is none. */
export function BundleStops({ stops }: { stops: readonly Stop[] }) {
  const { t } = useTranslation("bundles");
  if (stops.length === 0) return null;
  return (
    <Alert tone="warn">
      <p className="font-semibold">{t("stops.title")}</p>
      <ul className="mt-2 grid gap-2">
        {stops.map(({ id, title, problem }) => (
          <li key={id} className="wrap-anywhere">
            {t(`stops.${problem}`, { title })}{" "}
            <Link to={MENDED_AT[problem].to(id)} reloadDocument className="link">
              {t(`stops.${MENDED_AT[problem].label}`)}
              <span className="sr-only"> {title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
