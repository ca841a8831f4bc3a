import type { ShownCode } from "../../codes/rules/shown-code";
import { formatSol } from "../../lib/lamports";
import { useLocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";

/** What a code takes off, on which conditions and until when, as one sentence or several. */
export function CodeTerms({ code }: { code: ShownCode }) {
  const { t } = useTranslation("buy");
  const { moment } = useLocalTime();
  const { name, kind, value, endsAt, left, perPerson, minLamports, isDefault } = code;
  const off =
    kind === "percent"
      ? t("code.percent", { percent: value })
      : t("code.amount", { amount: formatSol(BigInt(value)) });
  const parts = [
    t(isDefault ? "code.forAll" : "code.inForce", { name, off }),
    endsAt !== null && t("code.until", { time: moment(endsAt) }),
    left !== null && t("code.left", { count: left }),
    perPerson !== null && t("code.perPerson", { count: perPerson }),
    minLamports !== null && t("code.from", { amount: formatSol(minLamports) }),
  ];
  return parts.filter(Boolean).join(" ");
}
