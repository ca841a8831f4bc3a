import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { defineForm } from "../../lib/form";
import { Button } from "../../ui/button";
import { TextareaField } from "../../ui/field";
import { FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { useFormat } from "../../ui/use-format";
import { useKeptInput } from "../../ui/use-kept-input";
import { MAX_MESSAGE_CHARS } from "../rules/message-limits";

export const MESSAGE_FORM = defineForm({
  text: { required: true, rows: 4, maxLength: MAX_MESSAGE_CHARS },
});

interface Props {
  /** Names what is written to and who writes, so that the input is kept for them alone. */
  inputKey: string;
  /** Changes with each message of this person, which drops the kept input. */
  version: string;
}

/** The form for a message. What was typed is kept until it is sent. */
export function MessageForm({ inputKey, version }: Props) {
  const { t } = useTranslation("messages");
  const form = useRef<HTMLFormElement>(null);
  useKeptInput(form, { key: `message:${inputKey}`, version });
  const { problem, field } = useForm(MESSAGE_FORM);
  const { formMethod, state } = useNavigation();
  const max = useFormat().count(MAX_MESSAGE_CHARS);
  const isSending = state !== "idle" && formMethod === "POST";
  return (
    <Form ref={form} method="post" replace aria-label={t("title")} className="grid gap-4">
      <FormAlert id={FORM_ERROR_ID} error={problem} />
      <TextareaField label={t("form.label")} hint={t("form.hint", { max })} {...field("text")} />
      <Button type="submit" busy={isSending} className="justify-self-start">
        {t("form.send")}
      </Button>
    </Form>
  );
}
