import { Form, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button";
import type { DashboardLine } from "./line";

/**
 * Asks before a product is taken off sale or put back. It is a part of the page at its own address,
 * so it works without script; with script it is a modal.
 */
export function StatusDialog({ product }: { product: DashboardLine }) {
  const { t } = useTranslation("dashboard");
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.close();
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const change = product.status === "active" ? "disable" : "activate";
  const close = () => navigate("/dashboard", { replace: true, preventScrollReset: true });
  return (
    <dialog
      ref={dialog}
      open
      onCancel={(event) => {
        // It leaves with its address: closed before that, the same question could not be asked again.
        event.preventDefault();
        close();
      }}
      aria-labelledby="status-dialog-title"
      className="fixed inset-0 z-50 m-auto h-fit w-[min(30rem,calc(100vw-2rem))] rounded-lg border border-line bg-card p-6 shadow-ticket"
    >
      <h2 id="status-dialog-title" className="text-xl">
        {t(`confirm.${change}`)}
      </h2>
      <p className="mt-2 mb-6 text-ink-2">{t(`confirm.${change}Text`, { title: product.title })}</p>
      <Form method="post" action="/dashboard" replace className="flex flex-wrap justify-end gap-3">
        <input type="hidden" name="productId" value={product.id} />
        <input
          type="hidden"
          name="status"
          value={product.status === "active" ? "disabled" : "active"}
        />
        <Button type="submit" form="status-dialog-cancel" look="secondary">
          {t("confirm.no")}
        </Button>
        <Button type="submit">{t("confirm.yes")}</Button>
      </Form>
      <Form id="status-dialog-cancel" action="/dashboard" replace preventScrollReset />
    </dialog>
  );
}
