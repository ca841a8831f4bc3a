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
  /** Titles of several products that are changed. */
  titles?: readonly string[];
  /** Names and values of the form that is sent on confirmation. */
  fields: readonly (readonly [name: string, value: string])[];
  place: DashboardPlace;
}

/**
 * Confirms before something is changed. The URL opens it, so that it works without script; with
 * script it is modal.
 */
export function ConfirmDialog({ title, text, titles = [], fields, place }: Props) {
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
      <p className="mt-2 wrap-anywhere text-ink-2">{text}</p>
      {titles.length > 0 && (
        // A keyboard scrolls it.
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          tabIndex={0}
          aria-label={title}
          className="mt-3 max-h-48 overflow-y-auto text-sm"
        >
          <ul className="list-disc wrap-anywhere pl-5">
            {titles.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: titles may be the same
              <li key={at}>{one}</li>
            ))}
          </ul>
        </section>
      )}
      <Form
        method="post"
        action={page}
        replace
        preventScrollReset
        className="mt-6 flex flex-wrap justify-end gap-3"
      >
        {fields.map(([name, value]) => (
          <input key={name + value} type="hidden" name={name} value={value} />
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
