import { Form, useNavigate } from "@remix-run/react";
import { paths, query } from "../../lib/paths";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { useModal } from "../../ui/use-modal";
import type { DashboardPlace } from "../rules/place";
import { PlaceFields } from "./place-fields";

interface Props {
  title: string;
  text: string;
  /** Values of the form that is sent on confirmation. */
  fields: Record<string, string>;
  place: DashboardPlace;
}

/**
 * Confirms before something is changed. The URL opens it, so that it works without script; with
 * script it is modal.
 */
export function ConfirmDialog({ title, text, fields, place }: Props) {
  const { t } = useTranslation("dashboard");
  const navigate = useNavigate();
  const dialog = useModal();
  const page = paths.dashboard + query(place);
  const close = () => navigate(page, { replace: true, preventScrollReset: true });
  return (
    <dialog
      ref={dialog}
      open
      onCancel={(event) => {
        // Navigation closes it. Closed earlier, the same URL would not open it again.
        event.preventDefault();
        close();
      }}
      aria-labelledby="confirm-dialog-title"
      className="fixed inset-0 z-50 m-auto h-fit w-[min(30rem,calc(100vw-2rem))] rounded-lg border border-line bg-card p-6 shadow-ticket"
    >
      <h2 id="confirm-dialog-title" className="text-xl">
        {title}
      </h2>
      <p className="mt-2 mb-6 wrap-anywhere text-ink-2">{text}</p>
      <Form method="post" action={page} replace className="flex flex-wrap justify-end gap-3">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" form="confirm-dialog-cancel" variant="secondary">
          {t("confirm.no")}
        </Button>
        <Button type="submit">{t("confirm.yes")}</Button>
      </Form>
      <Form id="confirm-dialog-cancel" action={paths.dashboard} replace preventScrollReset>
        <PlaceFields place={place} />
      </Form>
    </dialog>
  );
}
