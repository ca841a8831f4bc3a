import type { Edit } from "../mutants/mutant";

/** What Drizzle asks and builds again for each statement takes a fifth of a run; the answers stay the same. */
export const libraryEdits: readonly Edit[] = [
  {
    // It looks for classes of another copy of itself where the answer is no. The bundle has one copy.
    file: "node_modules/drizzle-orm/entity.js",
    text: "  if (!Object.prototype.hasOwnProperty.call(type, entityKind)) {",
    replacement:
      "  return false;\n  if (!Object.prototype.hasOwnProperty.call(type, entityKind)) {",
  },
  {
    // The list of all columns of a table is a constant text.
    file: "node_modules/drizzle-orm/sqlite-core/dialect.js",
    text: "  buildSelection(fields, { isSingleTable = false } = {}) {",
    replacement: `  buildSelection(fields, options = {}) {
    const first = fields[0]?.field;
    if (!options.isSingleTable || !is(first, Column)) return this.buildAnySelection(fields, options);
    const columns = Object.values(first.table[Table.Symbol.Columns]);
    const isWhole =
      columns.length === fields.length && columns.every((column, at) => column === fields[at].field);
    if (!isWhole) return this.buildAnySelection(fields, options);
    const texts = (SQLiteDialect.wholeTables ??= new WeakMap());
    let text = texts.get(first);
    if (text === undefined) {
      text = this.sqlToQuery(this.buildAnySelection(fields, options)).sql;
      texts.set(first, text);
    }
    return sql.raw(text);
  }
  buildAnySelection(fields, { isSingleTable = false } = {}) {`,
  },
  {
    // The options of a statement are the same in all of its parts, but where values are to be inlined.
    file: "node_modules/drizzle-orm/sql/sql.js",
    text: "    const config = Object.assign({}, _config, {",
    replacement: `    const isSet = _config.inlineParams !== undefined && _config.paramStartIndex !== undefined;
    const isFinal = isSet && (_config.inlineParams || !this.shouldInlineParams);
    const config = isFinal ? _config : Object.assign({}, _config, {`,
  },
  {
    file: "node_modules/drizzle-orm/sql/sql.js",
    text: "        return this.buildQueryFromSourceParams(chunk.queryChunks, {",
    replacement: `        if (inlineParams || !chunk.shouldInlineParams)
          return this.buildQueryFromSourceParams(chunk.queryChunks, config);
        return this.buildQueryFromSourceParams(chunk.queryChunks, {`,
  },
];
