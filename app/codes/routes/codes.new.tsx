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
import { codeSubmission } from "../http/code-submission";
import { limitCodeWrites } from "../http/limit-code-writes";
import { CODE_FORM } from "../rules/code-form";
import { CodeForm } from "../ui/code-form";
import { CodePage } from "../ui/code-page";
import { readNewCode } from "../use-cases/read-code-form";
import { makeCode } from "../use-cases/save-code";

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireViewer(args);
  const productId = new URL(request.url).searchParams.get("product");
  const input = { uid, productId, timeZone: readTimeZone(args) };
  const editor = await readNewCode(input, context.ports);
  return { title: fixedT(request, "codes")("newTitle"), editor };
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const { uid } = await requireViewer(args);
  return answerForm(CODE_FORM, args, async ({ data, values: fields }) => {
    await limitCodeWrites(context, uid);
    const { timeZone } = codeSubmission(data, args);
    await makeCode({ uid, fields, timeZone }, context.ports);
    const done = flash("codeMade", context);
    return redirect(offerPaths.codes, { headers: { "Set-Cookie": done } });
  });
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm();

export default function NewCode() {
  const { title, editor } = useLoaderData<typeof loader>();
  return (
    <CodePage title={title}>
      <CodeForm title={title} {...editor} />
    </CodePage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
