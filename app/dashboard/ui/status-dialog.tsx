import { Form, useNavigate } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/button";
import { useModal } from "../../ui/use-modal";
import type { DashboardProduct } from "./product-table";

/**
 * Confirms before a product is disabled or activated. The URL opens it, so that it works without
 * script; with script it is modal.
 */
export function StatusDialog({ product }: { product: DashboardProduct }) {
  const { t } = useTranslation("dashboard");
  const navigate = useNavigate();
  const dialog = useModal();
  const change = product.status === "active" ? "disable" : "activate";
  const close = () => navigate(paths.dashboard, { replace: true, preventScrollReset: true });
  return (
    <dialog
      ref={dialog}
      open
      onCancel={(event) => {
        // Navigation closes it. Closed earlier, the same URL would not open it again.
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
      <Form
        method="post"
        action={paths.dashboard}
        replace
        className="flex flex-wrap justify-end gap-3"
      >
        <input type="hidden" name="productId" value={product.id} />
        <input
          type="hidden"
          name="status"
          value={product.status === "active" ? "disabled" : "active"}
        />
        <Button type="submit" form="status-dialog-cancel" variant="secondary">
          {t("confirm.no")}
        </Button>
        <Button type="submit">{t("confirm.yes")}</Button>
      </Form>
      <Form id="status-dialog-cancel" action={paths.dashboard} replace preventScrollReset />
    </dialog>
  );
}
