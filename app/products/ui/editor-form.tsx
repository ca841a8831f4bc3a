import { Form } from "@remix-run/react";
import { type FormEvent, forwardRef, type ReactNode } from "react";
import { FormAlert, type FormError } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";

interface Props {
  label: string;
  error: FormError | null;
  /** Epoch ms of the version that the form is filled from; empty for a new product. */
  updatedAt: number | "";
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  children: ReactNode;
}

/** The form of a product, with its error above it. */
export const EditorForm = forwardRef<HTMLFormElement, Props>(function EditorForm(props, form) {
  const { t } = useTranslation("publish");
  return (
    <Form
      ref={form}
      aria-label={props.label}
      method="post"
      encType="multipart/form-data"
      noValidate
      onSubmit={props.onSubmit}
      className="grid min-w-0 gap-6"
    >
      <FormAlert error={props.error} />
      <p className="text-ink-2 text-sm">{t("requiredHint")}</p>
      <input type="hidden" name="updatedAt" value={props.updatedAt} />
      {props.children}
    </Form>
  );
});
