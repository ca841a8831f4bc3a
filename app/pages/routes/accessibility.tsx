import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../http/page-meta";
import { staticPageMeta } from "../../http/static-page-meta";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../ui/translation";
import { TextPage } from "../ui/text-page";

export const handle = { script: false };

export function loader(args: LoaderFunctionArgs) {
  const pageTexts = staticPageMeta(args, "page-accessibility", paths.accessibility);
  return { ...pageTexts, mailbox: args.context.ports.settings.supportEmail };
}

export default function Accessibility() {
  const { mailbox } = useLoaderData<typeof loader>();
  const { t } = useTranslation("page-accessibility");
  return (
    <TextPage namespace="page-accessibility">
      <section className="flex flex-col gap-3">
        <h2>{t("contact.title")}</h2>
        <p className="leading-relaxed">{t("contact.text")}</p>
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <a className="link" href={paths.contact}>
            {t("contact.form")}
          </a>
          <a className="link" href={`mailto:${mailbox}`}>
            {mailbox}
          </a>
        </p>
      </section>
    </TextPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
