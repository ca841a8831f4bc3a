import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readTimeZone } from "../../http/time-zone";
import { requireViewer } from "../../http/viewer";
import { offerPaths } from "../../lib/offer-paths";
import { keepForm } from "../../ui/keep-form";
import { codeLink } from "../http/code-link";
import { codeSubmission } from "../http/code-submission";
import { limitCodeWrites } from "../http/limit-code-writes";
import { CODE_FORM, MAX_CODE_PRODUCTS } from "../rules/code-form";
import { CodeForm } from "../ui/code-form";
import { CodeLinks } from "../ui/code-links";
import { CodePage } from "../ui/code-page";
import { readCode } from "../use-cases/read-code-form";
import { changeCode } from "../use-cases/save-code";

export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  const { uid } = await requireViewer(args);
  const input = { uid, id: params.id ?? "", timeZone: readTimeZone(args) };
  const editor = await readCode(input, context.ports);
  const { name } = editor.fields;
  const links = editor.linked.slice(0, MAX_CODE_PRODUCTS).map(({ id, title }) => ({
    ...{ id, title },
    address: codeLink(id, { name }, context.ports.settings),
  }));
  return { title: fixedT(request, "codes")("editTitle", { name }), editor, links };
}

export async function action(args: ActionFunctionArgs) {
  const { params, context } = args;
  const { uid } = await requireViewer(args);
  return answerForm(CODE_FORM, args, async ({ data, values: fields }) => {
    await limitCodeWrites(context, uid);
    const submission = codeSubmission(data, args);
    await changeCode({ uid, id: params.id ?? "", fields, ...submission }, context.ports);
    const done = flash("codeSaved", context);
    return redirect(offerPaths.codes, { headers: { "Set-Cookie": done } });
  });
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm();

export default function EditCode() {
  const { title, editor, links } = useLoaderData<typeof loader>();
  return (
    <CodePage title={title}>
      {links.length > 0 && <CodeLinks links={links} />}
      <CodeForm key={editor.updatedAt} title={title} {...editor} />
    </CodePage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
