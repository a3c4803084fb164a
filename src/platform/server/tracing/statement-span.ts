import type { SpanStart } from "./spans.ts";

const maxKnown = 500;
const known = new Map<string, SpanStart>();
const names = { sqlite: "sqlite", postgres: "postgresql" };

/** Operation and first table of a statement; not its text, which may contain values. */
export function statementSpan(engine: keyof typeof names, sql: string): SpanStart {
  const found = known.get(sql);
  if (found) return found;
  const operation = /^\s*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? "STATEMENT";
  const table = /\b(?:from|into|update)\s+"?([a-z][a-z_]*)"?/i.exec(sql)?.[1];
  const span: SpanStart = {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: "client",
    attributes: {
      "db.system.name": names[engine],
      "db.operation.name": operation,
      ...(table !== undefined && { "db.collection.name": table }),
    },
  };
  if (known.size < maxKnown) known.set(sql, span);
  return span;
}
