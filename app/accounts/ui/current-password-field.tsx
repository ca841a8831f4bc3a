import type { ReactNode } from "react";
import { TextField } from "../../ui/field";

interface CurrentPasswordProps {
  name: string;
  label: ReactNode;
  /** Of the account that is signed in. */
  email: string;
  errorId: string | undefined;
}

export function CurrentPasswordField({ name, label, email, errorId }: CurrentPasswordProps) {
  return (
    <>
      {/* Tells password managers the account. */}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <TextField
        label={label}
        type="password"
        name={name}
        required
        autoComplete="current-password"
        errorId={errorId}
      />
    </>
  );
}
