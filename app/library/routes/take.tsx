import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { problemStatus } from "../../http/problem-response";
import { TOKEN_HEADERS } from "../../http/token-headers";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { useTranslation } from "../../ui/translation";
import { readHandover, takeHandover } from "../use-cases/handovers";

export const handle = { script: false };

/** A GET uses nothing up: previews and prefetches ask for links as well. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const t = fixedT(request, "handover");
  const heading = t("take.title");
  try {
    const { title } = await readHandover({ token: params.token ?? "" }, context.ports);
    return data({ heading, isOpen: true, title }, { headers: TOKEN_HEADERS });
  } catch (error) {
    // After the POST that used it up, the page is rendered with the link that this made.
    const isAnswer = context.received.method === "POST";
    const status = isAnswer ? 200 : refusedStatus(error);
    return data({ heading, isOpen: false, title: null }, { status, headers: TOKEN_HEADERS });
  }
}

/** Uses the link up. */
export async function action({ params, context }: ActionFunctionArgs) {
  try {
    const { downloadUrl } = await takeHandover({ token: params.token ?? "" }, context.ports);
    return data({ downloadUrl }, { headers: TOKEN_HEADERS });
  } catch (error) {
    const status = refusedStatus(error);
    return data({ downloadUrl: null }, { status, headers: TOKEN_HEADERS });
  }
}

/** Rethrows what is no refusal of the link. */
function refusedStatus(error: unknown): number {
  if (!(error instanceof Problem)) throw error;
  return problemStatus(error);
}

export default function Take() {
  const { t } = useTranslation("handover");
  const { heading, isOpen, title } = useLoaderData<typeof loader>();
  const downloadUrl = useActionData<typeof action>()?.downloadUrl;
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6">
      <h1>{heading}</h1>
      <Card className="grid justify-items-start gap-4">
        {downloadUrl ? (
          <>
            <h2 className="text-xl">{t("take.ready")}</h2>
            <p className="text-ink-2">{t("take.validity")}</p>
            <ButtonLink to={downloadUrl} reloadDocument size="l">
              {t("take.download")}
            </ButtonLink>
          </>
        ) : isOpen ? (
          <>
            <h2 className="wrap-anywhere text-xl">{title ?? t("untitled")}</h2>
            <p className="text-ink-2">{t("take.lead")}</p>
            <Form method="post">
              <Button type="submit" size="l">
                {t("take.get")}
              </Button>
            </Form>
          </>
        ) : (
          <>
            <h2 className="text-xl">{t("take.gone")}</h2>
            <p className="text-ink-2">{t("take.goneText")}</p>
            <ButtonLink to={paths.purchases} reloadDocument variant="secondary">
              {t("take.purchases")}
            </ButtonLink>
          </>
        )}
      </Card>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page, error }) =>
  pageMeta(page && { title: page.heading, isPrivate: true }, error);
