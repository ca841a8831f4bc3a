import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { flash } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { problemStatus } from "../../http/problem-response";
import { readForm } from "../../http/read-form";
import { TOKEN_HEADERS } from "../../http/token-headers";
import { requireViewer } from "../../http/viewer";
import { textOf } from "../../lib/form";
import { formatSol } from "../../lib/lamports";
import { offerPaths } from "../../lib/offer-paths";
import { paths, query } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { Alert } from "../../ui/alert";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { usePersonName } from "../ui/use-person-name";
import {
  acceptInvitation,
  declineInvitation,
  readInvitation,
} from "../use-cases/answer-invitation";

export const handle = { script: false };

/** A GET answers nothing: previews and prefetches ask for links as well. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const token = params.token ?? "";
  const heading = fixedT(request, "coAuthor")("title");
  try {
    const { product, ...shown } = await readInvitation({ token, viewer }, context.ports);
    const price = formatSol(product.priceLamports);
    const invitation = { ...shown, title: product.title, price, productId: product.id };
    return data({ heading, token, invitation }, { headers: TOKEN_HEADERS });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const init = { status: problemStatus(error), headers: TOKEN_HEADERS };
    return data({ heading, token, invitation: null }, init);
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const token = params.token ?? "";
  try {
    const isAccepted = textOf(await readForm(request), "intent") === "accept";
    if (isAccepted) await acceptInvitation({ token, viewer }, context.ports);
    else await declineInvitation({ token }, context.ports);
    const toast = isAccepted ? "shareAccepted" : "invitationDeclined";
    return redirect(isAccepted ? offerPaths.shares : paths.home, {
      headers: { "Set-Cookie": flash(toast, context) },
    });
  } catch (error) {
    return formProblem(error, request);
  }
}

export default function CoAuthor() {
  const { t } = useTranslation("coAuthor");
  const { heading, token, invitation } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6">
      <h1>{heading}</h1>
      <Card className="grid justify-items-start gap-4">
        <Alert>{problem?.message}</Alert>
        {invitation ? (
          <Invitation token={token} {...invitation} />
        ) : (
          <>
            <h2 className="text-xl">{t("gone")}</h2>
            <p className="text-ink-2">{t("goneText")}</p>
            <ButtonLink to={offerPaths.shares} reloadDocument variant="secondary">
              {t("shares")}
            </ButtonLink>
          </>
        )}
      </Card>
    </div>
  );
}

interface InvitationProps {
  token: string;
  productId: string;
  title: string;
  /** SOL as decimal text. */
  price: string;
  seller: { uid: string; name: string };
  bps: number;
  state: "open" | "own" | "already" | "no_wallet";
}

function Invitation({ token, productId, title, price, seller, bps, state }: InvitationProps) {
  const { t } = useTranslation("coAuthor");
  const { commission } = useFormat();
  const nameOf = usePersonName();
  return (
    <>
      <h2 className="wrap-anywhere text-xl">
        <a href={paths.buy(productId)} className="link">
          {title || t("untitled")}
        </a>
      </h2>
      <p>{t("invited", { name: nameOf(seller) })}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-ink-2">{t("part")}</dt>
        <dd className="font-bold tabular-nums">{commission(bps)}</dd>
        <dt className="text-ink-2">{t("price")}</dt>
        <dd>
          <Sol amount={price} />
        </dd>
      </dl>
      <p className="text-ink-2">{t("means")}</p>
      <p className="text-ink-2">{t("named")}</p>
      <p className="text-ink-2">{t("mayChange")}</p>
      <Answer token={token} state={state} />
    </>
  );
}

function Answer({ token, state }: Pick<InvitationProps, "token" | "state">) {
  const { t } = useTranslation("coAuthor");
  if (state === "own" || state === "already") return <Alert tone="info">{t(state)}</Alert>;
  return (
    <>
      {state === "no_wallet" && (
        <>
          <Alert tone="warn">{t("noWallet")}</Alert>
          <ButtonLink
            to={paths.profile + query({ to: offerPaths.coAuthor(token) })}
            reloadDocument
            size="l"
          >
            {t("link")}
          </ButtonLink>
        </>
      )}
      <Form method="post" className="flex flex-wrap gap-3">
        {state === "open" && (
          <Button type="submit" size="l" name="intent" value="accept">
            {t("accept")}
          </Button>
        )}
        <Button type="submit" size="l" variant="secondary" name="intent" value="decline">
          {t("decline")}
        </Button>
      </Form>
    </>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page, error }) =>
  pageMeta(page && { title: page.heading, isPrivate: true }, error);
