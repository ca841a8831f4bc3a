import { paths, query } from "../../lib/paths";
import { useTranslation } from "../../ui/translation";

/** A link to the messages with the buyer of an order. `title` tells the links of a list apart. */
export function ContactBuyer({ orderId, title }: { orderId: string; title: string }) {
  const { t } = useTranslation("review");
  return (
    <a href={paths.newMessage + query({ order: orderId })} className="link block w-fit text-sm">
      {t("contactBuyer")}
      <span className="sr-only">: {title}</span>
    </a>
  );
}
