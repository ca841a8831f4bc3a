import { TextField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";

interface EmailProps {
  email: string | undefined;
  errorId: string | undefined;
}

/** The email address by which the account signs in. */
export function EmailField({ email, errorId }: EmailProps) {
  const { t } = useTranslation("page-security");
  return (
    <TextField
      label={t("email")}
      type="email"
      name="email"
      required
      autoComplete="username"
      defaultValue={email}
      errorId={errorId}
    />
  );
}

export function NewPasswordField({ errorId }: { errorId: string | undefined }) {
  const { t } = useTranslation("page-security");
  return (
    <TextField
      label={t("password.new")}
      hint={t("password.hint")}
      type="password"
      name="password"
      required
      autoComplete="new-password"
      errorId={errorId}
    />
  );
}
