import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { requireRecentAuthPage, requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { localPath } from "../../lib/return-path";
import { useTranslation } from "../../ui/translation";
import {
  clearNewRecoveryCodes,
  closeRecoveryCodesBanner,
  issueRecoveryCodes,
  readNewRecoveryCodes,
} from "../http/new-recovery-codes";
import { NewRecoveryCodes, RenewRecoveryCodesForm } from "../ui/recovery-codes";
import { readProfile } from "../use-cases/profile";

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireViewer(args);
  const codes = await readNewRecoveryCodes(uid, args);
  const { methods, codesLeft } = await readProfile({ uid }, context.ports);
  const t = fixedT(request, "account");
  return {
    title: t(codes ? "codes.keepTitle" : "codes.title"),
    codes,
    codesLeft,
    hasPassword: methods.password,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireViewer(args);
  try {
    const { pathname, search, searchParams } = new URL(request.url);
    const intent = (await readForm(request)).get("intent");
    if (intent === "kept" || intent === "later") {
      const to = localPath(searchParams.get("to")) ?? paths.profile;
      const cookie =
        intent === "kept"
          ? clearNewRecoveryCodes(context)
          : await closeRecoveryCodesBanner(uid, args);
      return redirect(to, cookie ? { headers: { "Set-Cookie": cookie } } : {});
    }
    await requireRecentAuthPage(args);
    const headers = { "Set-Cookie": await issueRecoveryCodes(uid, context) };
    return redirect(pathname + search, { headers });
  } catch (error) {
    return formProblem(error, request);
  }
}

export default function RecoveryCodes() {
  const { t } = useTranslation("account");
  const { title, codes, codesLeft, hasPassword } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.problem.message;
  return (
    <div className="mx-auto w-full max-w-xl">
      <h1>{title}</h1>
      <p className="mt-2 text-ink-2 text-lg">{t(codes ? "codes.lead" : "codes.leadLater")}</p>
      {codes ? (
        <NewRecoveryCodes codes={codes} />
      ) : (
        <RenewRecoveryCodesForm left={codesLeft} hasPassword={hasPassword} refusal={refusal} />
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
