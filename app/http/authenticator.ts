import type { AppLoadContext, SessionStorage } from "@remix-run/cloudflare";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { z } from "zod";
import { EMAIL_MAX } from "../domain/email";
import { PASSWORD_MAX } from "../domain/password-rules";
import { Problem } from "../domain/problem";
import { checkPassword } from "../use-cases/check-password";
import { signUpWithPassword } from "../use-cases/sign-up-with-password";

const credentials = z.object({
  email: z.string().trim().max(EMAIL_MAX).pipe(z.email()),
  password: z
    .string()
    .min(1)
    .max(PASSWORD_MAX * 4),
});

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
    .use(new FormStrategy(({ form }) => checkPassword(read(form), ports)), "sign-in")
    .use(new FormStrategy(({ form }) => signUpWithPassword(read(form), ports)), "sign-up");
}

function read(form: FormData): z.output<typeof credentials> {
  const parsed = credentials.safeParse(Object.fromEntries(form));
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path[0] === "password" ? "password" : "email";
  const words = field === "email" ? "account:emailInvalid" : "account:passwordMissing";
  throw new Problem("invalid_input", { words, field });
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
