import { fixedT, readLocale } from "../../http/locale";
import { localizeSol } from "../../lib/lamports";
import { averageOf, type Rating, type StarTexts } from "../rules/rating";

/** Makes texts of stars in the language of a request. Null where there are none. */
export function starTexts(request: Request): (rating: Rating | null) => StarTexts | null {
  const t = fixedT(request, "rating");
  const locale = readLocale(request);
  return (rating) => {
    if (!rating) return null;
    const stars = { average: localizeSol(averageOf(rating), locale), count: rating.count };
    return { short: t("short", stars), label: t("label", stars) };
  };
}

/** Adds their texts to cards with stars. */
export function withStars(
  request: Request,
): <Card extends { rating: Rating | null }>(card: Card) => Card & { stars?: StarTexts } {
  const textsOf = starTexts(request);
  return (card) => {
    const stars = textsOf(card.rating);
    return stars ? { ...card, stars } : card;
  };
}
