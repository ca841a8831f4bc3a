import { profilePaths } from "../../lib/profile-paths";
import { codesPath } from "../../lib/return-path";
import { CLOSE_ICON, Icon } from "../icon";
import { useTranslation } from "../translation";

/** Shown on every page until new recovery codes are saved or the person closes it; links to them. */
export function RecoveryCodesBanner({ pathname, search }: { pathname: string; search: string }) {
  const { t } = useTranslation("common");
  if (pathname === profilePaths.recoveryCodes) return null;
  const address = codesPath(pathname + search);
  return (
    <aside
      aria-label={t("codesOffer.title")}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-ink px-4 py-2.5 text-center text-paper text-sm"
    >
      <p>{t("codesOffer.text")}</p>
      <a href={address} className="font-semibold underline">
        {t("codesOffer.see")}
      </a>
      <form method="post" action={address}>
        <button
          type="submit"
          name="intent"
          value="later"
          className="flex size-8 items-center justify-center rounded-full hover:bg-paper/15"
          aria-label={t("codesOffer.close")}
        >
          <Icon d={CLOSE_ICON} className="size-4" />
        </button>
      </form>
    </aside>
  );
}
