import { ACCESS } from "../../../app/http/access";

/** The declaration as rows of a Markdown table. */
export function accessTable(): string {
  const rows = Object.entries(ACCESS).flatMap(([address, access]) =>
    Object.entries(access).map(
      ([method, { who, tie = "" }]) => `| \`${address}\` | ${method} | ${who} | ${tie} |`,
    ),
  );
  return ["| address | method | who may come | and of these only |", "| --- | --- | --- | --- |"]
    .concat(rows)
    .join("\n");
}
