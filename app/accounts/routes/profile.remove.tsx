import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirectDocument } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { flash } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireRecentAuthPage } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { shortAddress } from "../../solana/short-address";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { canRemove, LOGIN_METHODS, type LoginMethod } from "../rules/login-methods";
import type { User } from "../rules/user";
import { FormPage } from "../ui/form-page";
import { readProfile } from "../use-cases/profile";
import { removeLoginMethod } from "../use-cases/remove-login-method";
import { signOutOthers } from "../use-cases/sessions";

export const handle = { script: false };

const methodParam = z.enum(LOGIN_METHODS);

export async function loader(args: LoaderFunctionArgs) {
  const { request, context, params } = args;
  const { uid } = await requireRecentAuthPage(args);
  const method = methodOf(params.method);
  const { user, methods, googleEmails } = await readProfile({ uid }, context.ports);
  const t = fixedT(request, "page-security");
  const name = nameOf(method, user, googleEmails);
  return {
    method,
    name,
    has: methods[method],
    can: canRemove(method, methods),
    title: t(`remove.${method}.title`),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context, params } = args;
  const { uid } = await requireRecentAuthPage(args);
  const method = methodOf(params.method);
  try {
    const token = context.visitor.sessionToken ?? "";
    await removeLoginMethod({ uid, method }, context.ports);
    await signOutOthers({ uid, token }, context.ports);
    return redirectDocument(paths.profile, {
      headers: { "Set-Cookie": flash(`${method}Removed`, context) },
    });
  } catch (error) {
    return formProblem(error, request);
  }
}

/** The address or name that identifies the login method to the user. */
function nameOf(method: LoginMethod, { email, wallet }: User, googleEmails: string[]) {
  if (method === "wallet") return shortAddress(wallet ?? "");
  return method === "password" ? email : googleEmails.join(", ");
}

function methodOf(param: string | undefined) {
  const method = methodParam.safeParse(param);
  if (!method.success) throw new Problem("not_found");
  return method.data;
}

export default function RemoveLoginMethod() {
  const { t } = useTranslation("page-security");
  const { method, name, has, can, title } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const back = { href: paths.profile, text: t("back") };
  if (!has || !can) {
    return (
      <FormPage title={title} back={back}>
        <p>{t(has ? "remove.last" : "remove.gone")}</p>
      </FormPage>
    );
  }
  return (
    <FormPage title={title} back={back}>
      <Form method="post" className="grid gap-4">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-ink-2">{t(`remove.${method}.means`)}</p>
        <Alert>{problem?.message}</Alert>
        <Button type="submit" variant="danger">
          {title}
        </Button>
      </Form>
    </FormPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
