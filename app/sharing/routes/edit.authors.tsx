import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { TOKEN_HEADERS } from "../../http/token-headers";
import { isRecentlyAuthenticated, requireRecentAuthPage, requireViewer } from "../../http/viewer";
import { textOf } from "../../lib/form";
import { offerPaths } from "../../lib/offer-paths";
import { paths, query } from "../../lib/paths";
import { profilePaths } from "../../lib/profile-paths";
import { ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { keepForm } from "../../ui/keep-form";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { INVITATION, partForm } from "../rules/author-fields";
import { AuthorList } from "../ui/author-list";
import { ChangeList } from "../ui/change-list";
import { InvitationForm, InvitationList } from "../ui/invitations";
import { changeAuthor, removeAuthor } from "../use-cases/change-authors";
import { inviteAuthor, revokeInvitation } from "../use-cases/invite-author";
import { readAuthors } from "../use-cases/read-authors";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const input = { uid: viewer.uid, productId: params.pid ?? "" };
  const page = await readAuthors(input, context.ports);
  const mayChange = isRecentlyAuthenticated(viewer, context);
  return { heading: fixedT(request, "authors")("title"), mayChange, ...page };
}

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args;
  const { uid } = await requireRecentAuthPage(args);
  const productId = params.pid ?? "";
  const { searchParams } = new URL(request.url);
  const [author, invitation] = [searchParams.get("author"), searchParams.get("invitation")];
  const saved = () =>
    redirect(offerPaths.authors(productId), {
      headers: { "Set-Cookie": flash("authorsSaved", context) },
    });
  if (invitation !== null) {
    await revokeInvitation({ uid, id: invitation }, context.ports);
    return saved();
  }
  if (author !== null) {
    return answerForm(partForm(author), args, async ({ data, values: { percent } }) => {
      const input = { uid, productId, author };
      if (textOf(data, "intent") === "remove") await removeAuthor(input, context.ports);
      else await changeAuthor({ ...input, percent }, context.ports);
      return saved();
    });
  }
  return answerForm(INVITATION, args, async ({ values }) => {
    const url = await inviteAuthor({ uid, productId, ...values }, context.ports);
    return data({ url }, { headers: TOKEN_HEADERS });
  });
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm();

export default function AuthorsPage() {
  const { t } = useTranslation("authors");
  const { heading, mayChange, product, authors, invitations, changes } =
    useLoaderData<typeof loader>();
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6">
      <header className="grid gap-2">
        <h1>{heading}</h1>
        <p className="wrap-anywhere font-semibold text-lg">
          {product.title} · <Sol amount={product.price} />
        </p>
        <p className="text-ink-2">{t("lead")}</p>
        <p>
          <Link to={paths.edit(product.id)} className="link">
            {t("back")}
          </Link>
        </p>
      </header>
      {!mayChange && <Confirm productId={product.id} />}
      <Card className="grid gap-4">
        <h2 className="text-xl">{t("list")}</h2>
        <AuthorList authors={authors} mayChange={mayChange} />
        <p className="text-ink-2 text-sm">{t("effect")}</p>
      </Card>
      {mayChange && (
        <Card className="grid gap-4">
          <h2 className="text-xl">{t("invite")}</h2>
          <NewInvitation />
        </Card>
      )}
      {invitations.length > 0 && (
        <Card className="grid gap-4">
          <h2 className="text-xl">{t("open")}</h2>
          <InvitationList invitations={invitations} mayChange={mayChange} />
        </Card>
      )}
      <Changes changes={changes} />
    </div>
  );
}

function NewInvitation() {
  const answer = useActionData<typeof action>();
  return <InvitationForm url={answer && "url" in answer ? answer.url : null} />;
}

function Changes({ changes }: Parameters<typeof ChangeList>[0]) {
  const { t } = useTranslation("authorChanges");
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">{t("title")}</h2>
      <ChangeList changes={changes} />
    </Card>
  );
}

/** Whoever sits at an open window of the seller gives no part away. */
function Confirm({ productId }: { productId: string }) {
  const { t } = useTranslation("authors");
  return (
    <Card className="grid justify-items-start gap-4">
      <p>{t("confirmText")}</p>
      <ButtonLink
        to={profilePaths.reauthenticate + query({ to: offerPaths.authors(productId) })}
        reloadDocument
      >
        {t("confirm")}
      </ButtonLink>
    </Card>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page, error }) =>
  pageMeta(page && { title: page.heading, isPrivate: true }, error);
