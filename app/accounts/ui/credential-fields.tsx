import { useTranslation } from "react-i18next";
import { TextField } from "../../ui/field";

interface EmailProps {
  email: string | undefined;
  isInvalid: boolean;
}

/** The email address by which the account signs in. */
export function EmailField({ email, isInvalid }: EmailProps) {
  const { t } = useTranslation("page-security");
  return (
    <TextField
      label={t("email")}
      type="email"
      name="email"
      required
      autoComplete="username"
      defaultValue={email}
      aria-invalid={isInvalid || undefined}
    />
  );
}

export function NewPasswordField({ isInvalid }: { isInvalid: boolean }) {
  const { t } = useTranslation("page-security");
  return (
    <TextField
      label={t("password.new")}
      hint={t("password.hint")}
      type="password"
      name="password"
      required
      autoComplete="new-password"
      aria-invalid={isInvalid || undefined}
    />
  );
}
