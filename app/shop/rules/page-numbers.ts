/**
 * Numbers of a pagination: the first and last page, the current one and its neighbours. Null stands
 * for omitted numbers; a single number is not omitted.
 */
export function pageNumbers(current: number, last: number): (number | null)[] {
  const all = Array.from({ length: last }, (_, at) => at + 1);
  const isShown = (page: number) => page === 1 || page === last || Math.abs(page - current) <= 1;
  return all.flatMap((page) => {
    if (isShown(page)) return [page];
    if (isShown(page - 1) && isShown(page + 1)) return [page];
    return isShown(page - 1) ? [null] : [];
  });
}
