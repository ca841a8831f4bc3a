import { Form, useNavigation } from "@remix-run/react";
import { type Waiver, withdrawalEndsAt } from "../../orders/rules/waiver";
import { Button } from "../../ui/button";
import { useLocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { WaiverBox, waiverHint } from "./waiver-box";

interface FormProps {
  orderId: string;
  /** The order is paid, and its file waits for the declaration. */
  isNeeded: boolean;
  /** As of the shop. */
  isRequired: boolean;
}

/** The declaration for an order that is open already, or whose file waits for it. */
export function WaiverForm({ orderId, isNeeded, isRequired }: FormProps) {
  const { t } = useTranslation("waiver");
  const navigation = useNavigation();
  const busy = navigation.formData?.get("intent") === "waive";
  return (
    <Form
      method="post"
      preventScrollReset
      replace
      aria-label={t("title")}
      className={isNeeded ? "" : "border-line border-t pt-4"}
    >
      {isNeeded && <p className="mb-4">{t("needed")}</p>}
      <input type="hidden" name="intent" value="waive" />
      <input type="hidden" name="transactionId" value={orderId} />
      <WaiverBox hint={isNeeded ? null : waiverHint(isRequired)} />
      <Button
        type="submit"
        busy={busy}
        variant={isNeeded ? "primary" : "secondary"}
        size={isNeeded ? "l" : "s"}
        className={isNeeded ? "w-full" : ""}
      >
        {t(isNeeded ? "confirmFile" : "confirm")}
      </Button>
    </Form>
  );
}

/** What has become of the buyer's right of withdrawal. */
export function WaiverNote({ waiver, settledAt }: { waiver: Waiver | null; settledAt: number }) {
  const { t } = useTranslation("waiver");
  const { moment } = useLocalTime();
  if (waiver) return <>{t("givenByYou", { date: moment(waiver.at) })}</>;
  return <>{t("keptByYou", { date: moment(withdrawalEndsAt(settledAt)) })}</>;
}
