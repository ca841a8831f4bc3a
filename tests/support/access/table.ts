import { ACCESS } from "../../../app/http/access";
import routes from "../../../app/routes";
import { routePaths } from "../route-paths";

/** `ACCESS` as a Markdown table. */
export function accessTable(): string {
  const rows = routePaths(routes).flatMap(({ id, address }) =>
    Object.entries(ACCESS[id] ?? {}).map(
      ([method, { access, ownership = "" }]) =>
        `| \`${address}\` | ${method} | ${access} | ${ownership} |`,
    ),
  );
  return ["| address | method | who may come | and of these only |", "| --- | --- | --- | --- |"]
    .concat(rows)
    .join("\n");
}
