export interface RecordedStatement {
  sql: string;
  /** What its session was opened with: a bookmark or a constraint; null for the primary. */
  session: string | null;
}

interface Recorder {
  db: D1Database;
  /** All statements. */
  statements: string[];
  recorded: RecordedStatement[];
}

/** A database that records each statement that it prepares, also within sessions. */
export function recordStatements(db: D1Database): Recorder {
  const statements: string[] = [];
  const recorded: RecordedStatement[] = [];
  const recording = <T extends D1Database | D1DatabaseSession>(
    database: T,
    session: string | null,
  ): T =>
    new Proxy(database, {
      get(target, name) {
        if (name === "prepare") {
          return (sql: string) => {
            statements.push(sql);
            recorded.push({ sql, session });
            return target.prepare(sql);
          };
        }
        if (name === "withSession") {
          return (start = "first-unconstrained") =>
            recording((target as D1Database).withSession(start), start);
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return { db: recording(db, null), statements, recorded };
}
