import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";

interface Props {
  /** Comptoir first. SOL and money as decimal text; money is null without a rate. */
  lines: readonly { feeBps: number; fee: string; share: string; money: string | null }[];
}

/** On narrow screens a row is a block, and each cell has its column's name before it. */
const CELL =
  "py-3 pl-2 text-right max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:py-1 max-sm:pl-0 max-sm:before:text-left max-sm:before:text-ink-2 max-sm:before:content-[attr(data-label)]";
/** Amounts of many digits break where the line is too short. */
const WRAPS = "max-sm:min-w-0 max-sm:whitespace-normal max-sm:[overflow-wrap:anywhere]";

/** What each commission leaves of the sales. */
export function EarningsTable({ lines }: Props) {
  const { t, i18n } = useTranslation("page-business");
  const { commission } = useFormat();
  const money = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const hasMoney = lines.some((line) => line.money !== null);
  const columns = ["platform", "fee", "share", ...(hasMoney ? (["money"] as const) : [])] as const;
  return (
    <div>
      <table className="w-full border-collapse text-left text-sm sm:text-base">
        <caption className="sr-only">{t("earnings.caption")}</caption>
        <thead className="max-sm:sr-only">
          <tr className="align-bottom text-ink-2">
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className={`pb-2 font-normal text-sm ${name === "platform" ? "" : "pl-2 text-right"}`}
              >
                {t(`earnings.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr
              key={line.feeBps}
              className="border-line border-t tabular-nums max-sm:block max-sm:py-2"
            >
              <th
                scope="row"
                className={`py-3 pr-2 max-sm:block max-sm:py-1 ${at === 0 ? "" : "font-normal"}`}
              >
                {t(at === 0 ? "earnings.here" : "earnings.example", {
                  fee: commission(line.feeBps),
                })}
              </th>
              <td className={CELL} data-label={t("earnings.columns.fee")}>
                <Sol amount={line.fee} className={WRAPS} />
              </td>
              <td
                className={`${CELL} ${at === 0 ? "font-semibold" : ""}`}
                data-label={t("earnings.columns.share")}
              >
                <Sol amount={line.share} className={WRAPS} />
              </td>
              {line.money !== null && (
                <td className={CELL} data-label={t("earnings.columns.money")}>
                  {money.format(line.money as `${number}`)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-ink-3 text-sm">{t("earnings.note")}</p>
    </div>
  );
}
