import type { AppLoadContext, SessionStorage } from "@remix-run/cloudflare";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { checkPassword } from "../use-cases/check-password";
import type { AdmittedDevice } from "../use-cases/device-tokens";
import { signUpWithPassword } from "../use-cases/passwords";
import { readCredentials } from "./credentials";

export type FormIntent = "sign-in" | "sign-up";

/**
 * Uid of the user whose credentials an e-mail form has. Throws a `Problem`.
 *
 * @param args.device counted a try at signing in; null counts it for the address
 */
export async function authenticateForm(
  intent: FormIntent,
  form: FormData,
  {
    request,
    context,
    device = null,
  }: { request: Request; context: AppLoadContext; device?: AdmittedDevice | null },
): Promise<string> {
  try {
    const options = { context: { ...context, formData: form } };
    // The body is read already: the strategy takes the parsed form, and a request without a body.
    return await authenticator(context, device).authenticate(
      intent,
      new Request(request.url),
      options,
    );
  } catch (error) {
    throw error instanceof AuthorizationError && error.cause ? error.cause : error;
  }
}

function authenticator(
  { ports }: AppLoadContext,
  device: AdmittedDevice | null,
): Authenticator<string> {
  return new Authenticator<string>(NO_STORAGE, { throwOnError: true })
    .use(
      new FormStrategy(({ form }) => checkPassword({ ...readCredentials(form), device }, ports)),
      "sign-in",
    )
    .use(
      new FormStrategy(({ form }) => signUpWithPassword(readCredentials(form), ports)),
      "sign-up",
    );
}

/** A use case stores sessions in the database; the library must not store any. */
const NO_STORAGE: SessionStorage = {
  getSession: unused,
  commitSession: unused,
  destroySession: unused,
};

function unused(): never {
  throw new Error("remix-auth stores no sessions here");
}
