/** A database that records each statement that it prepares. */
export function recordStatements(db: D1Database): { db: D1Database; statements: string[] } {
  const statements: string[] = [];
  const counted = new Proxy(db, {
    get(target, name) {
      if (name === "prepare") {
        return (statement: string) => {
          statements.push(statement);
          return target.prepare(statement);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { db: counted, statements };
}
