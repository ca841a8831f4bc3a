import type { AppLoadContext, SessionStorage } from "@remix-run/cloudflare";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { checkPassword } from "../use-cases/check-password";
import { signUpWithPassword } from "../use-cases/sign-up-with-password";
import { readCredentials } from "./credentials";

export type FormIntent = "sign-in" | "sign-up";

/** Uid of the person whom an e-mail form lets in. Throws the refusal as a `Problem`. */
export async function authenticateForm(
  intent: FormIntent,
  form: FormData,
  { request, context }: { request: Request; context: AppLoadContext },
): Promise<string> {
  try {
    const options = { context: { ...context, formData: form } };
    // The body was read already: the strategy takes the form, and only the address of the request.
    return await authenticator(context).authenticate(intent, new Request(request.url), options);
  } catch (error) {
    throw error instanceof AuthorizationError && error.cause ? error.cause : error;
  }
}

function authenticator({ ports }: AppLoadContext): Authenticator<string> {
  return new Authenticator<string>(NO_STORAGE, { throwOnError: true })
    .use(new FormStrategy(({ form }) => checkPassword(readCredentials(form), ports)), "sign-in")
    .use(
      new FormStrategy(({ form }) => signUpWithPassword(readCredentials(form), ports)),
      "sign-up",
    );
}

/** Sessions are opened by a use case, in the database: the library is never asked to keep one. */
const NO_STORAGE: SessionStorage = {
  getSession: unused,
  commitSession: unused,
  destroySession: unused,
};

function unused(): never {
  throw new Error("sessions are not kept here");
}
