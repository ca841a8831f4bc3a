import { EditorBar } from "../../products/ui/editor-bar";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { useHydrated } from "../../ui/use-hydrated";

interface Props {
  saving: boolean;
  isDirty: boolean;
  isRefused: boolean;
  /** True while the seller never saved a page. */
  isNew: boolean;
}

/** The save button and the state of the form, at the bottom of the window. */
export function SaveBar({ saving, isDirty, isRefused, isNew }: Props) {
  const { t } = useTranslation("manage-sell");
  // Without script the state of the fields is unknown.
  const hydrated = useHydrated();
  const unsaved = isRefused ? "failed" : "unsaved";
  const resting = isNew ? "new" : "saved";
  const state = saving ? "saving" : isDirty ? unsaved : resting;
  return (
    <EditorBar>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Button type="submit" aria-busy={saving || undefined}>
          {t("save")}
        </Button>
        <p role="status" className="text-ink-2 text-sm">
          {(hydrated || state === "new") && t(`state.${state}`)}
        </p>
      </div>
    </EditorBar>
  );
}
