import type { ComponentProps } from "react";
import { TextField } from "../../ui/field";

/** `email` is the address of the account that is signed in. */
export function CurrentPasswordField({
  email,
  ...field
}: ComponentProps<typeof TextField> & { email: string }) {
  return (
    <>
      {/* Tells password managers the account. */}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <TextField {...field} />
    </>
  );
}
