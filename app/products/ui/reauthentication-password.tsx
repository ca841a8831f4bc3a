import type { LoginMethods } from "../../accounts/rules/login-methods";
import { TextField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";
import { useHydrated } from "../../ui/use-hydrated";

interface Props {
  /** The refusal of the form. */
  refusal: { code: string; field?: string | null } | null;
  methods: LoginMethods;
}

/**
 * A password field in a form that the server refused until the person re-authenticates, again after a
 * wrong password. For pages without script; with script there is `ReauthenticationDialog`.
 */
export function ReauthenticationPassword({ refusal, methods }: Props) {
  const { t } = useTranslation("account");
  const hydrated = useHydrated();
  const isNeeded = refusal?.code === "proof_needed" || refusal?.field === "current";
  if (!isNeeded || hydrated || !methods.password) return null;
  return (
    <TextField
      label={t("password")}
      hint={t("proof.lead")}
      type="password"
      name="password"
      autoComplete="current-password"
    />
  );
}
