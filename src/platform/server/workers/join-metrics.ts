/**
 * Joins the metrics of several workers: each sample gets the label `worker`, and samples are
 * grouped by name, as Prometheus requires.
 * @param texts metrics in Prometheus format, by the worker's number
 */
export function joinMetrics(texts: ReadonlyMap<number, string>): string {
  const families = new Map<
    string,
    { readonly comments: Set<string>; readonly samples: string[] }
  >();
  for (const [number, text] of texts) {
    let family = "";
    for (const line of text.split("\n")) {
      if (line === "") continue;
      const comment = /^# (?:HELP|TYPE) (\S+)/.exec(line);
      const name = /^[^\s{]+/.exec(line)?.[0] ?? "";
      if (comment) family = comment[1] ?? "";
      else if (!belongsTo(name, family)) family = name;
      const entry = families.get(family) ?? { comments: new Set(), samples: [] };
      families.set(family, entry);
      if (comment) entry.comments.add(line);
      else entry.samples.push(addLabel(line, name, `worker="${number}"`));
    }
  }
  const lines = [...families.values()].flatMap(({ comments, samples }) => [
    ...comments,
    ...samples,
  ]);
  return `${lines.join("\n")}\n`;
}

/** The samples of a histogram have longer names than their family. */
function belongsTo(name: string, family: string): boolean {
  return name === family || /^_(bucket|sum|count)$/.test(name.slice(family.length));
}

function addLabel(line: string, name: string, label: string): string {
  const rest = line.slice(name.length);
  if (!rest.startsWith("{")) return `${name}{${label}}${rest}`;
  return `${name}{${label}${rest.startsWith("{}") ? "" : ","}${rest.slice(1)}`;
}
