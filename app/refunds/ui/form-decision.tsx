import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button";
import { Decision } from "./decision";

interface Props {
  intent: "accept" | "dismiss";
  orderId: string;
  /** What will happen. */
  text: string;
}

/** Accept a payment, or close one that is gone. */
export function FormDecision({ intent, orderId, text }: Props) {
  const { t } = useTranslation("review");
  return (
    <Decision name={t(`${intent}.open`)}>
      <p>{text}</p>
      <Form method="post" replace>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="orderId" value={orderId} />
        <Button type="submit" size="s">
          {t(`${intent}.yes`)}
        </Button>
      </Form>
    </Decision>
  );
}
