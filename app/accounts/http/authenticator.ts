import type { AppLoadContext, SessionStorage } from "@remix-run/cloudflare";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { checkPassword } from "../use-cases/check-password";
import type { AdmittedDevice } from "../use-cases/device-tokens";
import { signUpWithPassword } from "../use-cases/passwords";

export type FormIntent = "sign-in" | "sign-up";

type Credentials = Record<"email" | "password", string>;

/**
 * Uid of the user who has these credentials, or gets them by signing up. Throws a `Problem`.
 *
 * @param args.device counted a try at signing in; null counts it for the address
 */
export async function authenticateForm(
  intent: FormIntent,
  credentials: Credentials,
  {
    request,
    context,
    device = null,
  }: { request: Request; context: AppLoadContext; device?: AdmittedDevice | null },
): Promise<string> {
  try {
    const options = { context: { ...context, formData: new FormData() } };
    // The form is read already: the strategy gets an empty one, and a request without a body.
    return await authenticator(context, credentials, device).authenticate(
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
  credentials: Credentials,
  device: AdmittedDevice | null,
): Authenticator<string> {
  return new Authenticator<string>(NO_STORAGE, { throwOnError: true })
    .use(new FormStrategy(() => checkPassword({ ...credentials, device }, ports)), "sign-in")
    .use(new FormStrategy(() => signUpWithPassword(credentials, ports)), "sign-up");
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
