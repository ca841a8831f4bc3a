import { type ChangeEvent, type ReactNode, useRef } from "react";
import { FileField } from "../../ui/file-field";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { soldFileProblem } from "../rules/sold-file";
import { refuseFile } from "./refuse-file";
import { useFieldError } from "./use-field-error";

interface Props {
  label: ReactNode;
  maxFileBytes: number;
  error: string | undefined;
  /** Name of a file that has to be chosen again. */
  lost?: string;
}

/** The file that buyers get. One that is empty or too large is refused when it is chosen. */
export function SoldFileField({ label, maxFileBytes, error, lost }: Props) {
  const { t } = useTranslation(["publish", "refusals"]);
  const format = useFormat();
  const accepted = useRef<File | null>(null);
  const [ownError, setError] = useFieldError(error);
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file = null] = target.files ?? [];
    const problem =
      file && soldFileProblem({ name: file.name, sizeBytes: file.size }, maxFileBytes);
    if (problem) return setError(refuseFile(target, accepted.current, problem, t));
    accepted.current = file;
    target.setCustomValidity("");
    setError("");
  }
  return (
    <FileField
      name="file"
      label={label}
      aria-required
      hint={
        lost
          ? t("hints.chooseAgain", { name: lost })
          : t("hints.file", { size: format.size(maxFileBytes) })
      }
      error={ownError}
      onChange={choose}
    />
  );
}
