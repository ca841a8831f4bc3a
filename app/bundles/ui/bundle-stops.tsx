import { Link } from "@remix-run/react";
import { paths } from "../../lib/paths";
import { toolPaths } from "../../lib/tool-paths";
import { Alert } from "../../ui/alert";
import { useTranslation } from "../../ui/translation";
import type { ItemProblem } from "../rules/bundle";

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
            <Link
              to={problem === "disabled" ? toolPaths.productStatus(id) : paths.edit(id)}
              reloadDocument
              className="link"
            >
              {t(problem === "disabled" ? "stops.activate" : "stops.edit")}
              <span className="sr-only"> {title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
