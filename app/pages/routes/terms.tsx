import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { pageMeta } from "../../http/page-meta";
import { staticPageMeta } from "../../http/static-page-meta";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../ui/translation";
import { TextPage } from "../ui/text-page";

export const handle = { script: false };

export function loader(args: LoaderFunctionArgs) {
  return staticPageMeta(args, "page-terms", paths.terms);
}

export default function Terms() {
  const { t } = useTranslation("page-terms");
  return (
    <TextPage namespace="page-terms">
      <section id="sellers" className="flex scroll-mt-6 flex-col gap-3">
        <h2>{t("sellers.title")}</h2>
        {t("sellers.text", { returnObjects: true }).map((paragraph) => (
          <p key={paragraph} className="leading-relaxed">
            {paragraph}
          </p>
        ))}
      </section>
    </TextPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
