import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../http/page-meta";
import { staticPageMeta } from "../../http/static-page-meta";
import { paths } from "../../lib/paths";
import { ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { useCurrentFee } from "../ui/section";
import { TextPage } from "../ui/text-page";

export const handle = { script: false };

export function loader(args: LoaderFunctionArgs) {
  const { settings } = args.context.ports;
  const pageTexts = staticPageMeta(args, "page-about", paths.about);
  return { ...pageTexts, inSwitzerland: settings.dataLocation === "CH" };
}

export default function About() {
  const { inSwitzerland } = useLoaderData<typeof loader>();
  const { t } = useTranslation("page-about");
  return (
    <TextPage namespace="page-about" values={{ fee: useCurrentFee() }}>
      {inSwitzerland && <p className="font-semibold">{t("swiss")}</p>}
      <ButtonLink to={paths.creator} reloadDocument className="self-start">
        {t("action")}
      </ButtonLink>
    </TextPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
