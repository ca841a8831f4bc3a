import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { fixedT } from "../../../http/locale";
import { pageMeta } from "../../../http/page-meta";
import { useTranslation } from "../../../ui/translation";
import { broadcastReauth } from "../../ui/reauth-channel";

/** The end of a re-authentication at Google in a window of its own: notifies the page that opened it. */
export function loader({ request }: LoaderFunctionArgs) {
  return { title: fixedT(request, "google")("proven.title") };
}

export default function GoogleReauthenticated() {
  const { t } = useTranslation("google");
  const { title } = useLoaderData<typeof loader>();
  useEffect(broadcastReauth, []);
  return (
    <div className="mx-auto grid w-full max-w-md gap-5">
      <h1>{title}</h1>
      <p className="text-ink-2">{t("proven.text")}</p>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
