import { useTranslation } from "react-i18next";
import { Stat, StatRow } from "../../ui/stat";

interface Props {
  favourites: number;
  forSale: number;
  purchased: number;
}

export function ProfileCounts(counts: Props) {
  const { t, i18n } = useTranslation("account");
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <StatRow>
      <Stat name={t("profile.favourites")}>{number.format(counts.favourites)}</Stat>
      <Stat name={t("profile.forSale")}>{number.format(counts.forSale)}</Stat>
      <Stat name={t("profile.purchased")}>{number.format(counts.purchased)}</Stat>
    </StatRow>
  );
}
