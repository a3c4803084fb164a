/** Elements without an end tag (HTML 13.1.2). */
const voidElements = new Set(["meta", "br", "img", "hr", "input", "link"]);

const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*")*)\s*>/y;
const attribute = /([a-z-]+)="([^"]*)"/g;
const reference = /&(?!(?:amp|lt|gt|quot|#39);)/;

/**
 * Checks an email's HTML strictly: well-formed tags, quoted values, unique attributes, elements
 * closed in order, "<" and "&" escaped.
 * @returns one line for each error
 */
export function findHtmlErrors(html: string): string[] {
  const errors: string[] = [];
  const open: string[] = [];
  const start = "<!doctype html>";
  if (!html.startsWith(start)) errors.push("no doctype");
  for (let at = start.length; at < html.length; ) {
    const next = html.indexOf("<", at);
    const text = html.slice(at, next < 0 ? undefined : next);
    if (open.at(-1) !== "style" && (reference.test(text) || text.includes(">"))) {
      errors.push(`loose sign in "${text}"`);
    }
    if (next < 0) break;
    tag.lastIndex = next;
    const [whole = "<", slash, name = "", attributes = ""] = tag.exec(html) ?? [];
    at = next + whole.length;
    if (name === "") errors.push(`no tag: ${html.slice(next, next + 60)}`);
    else if (slash) {
      const expected = open.pop();
      if (expected !== name || attributes !== "") errors.push(`</${name}> closes <${expected}>`);
    } else {
      errors.push(...findAttributeErrors(whole, attributes));
      if (!voidElements.has(name)) open.push(name);
    }
  }
  if (open.length > 0) errors.push(`never closed: ${open.join(", ")}`);
  return errors;
}

function findAttributeErrors(whole: string, attributes: string): string[] {
  const all = [...attributes.matchAll(attribute)];
  const names = all.map(([, name]) => name);
  const doubled = names.filter((name, index) => names.indexOf(name) !== index);
  const loose = all.filter(([, , value = ""]) => reference.test(value));
  return [
    ...doubled.map((name) => `${name} twice in ${whole}`),
    ...loose.map(([text]) => `loose & in ${text}`),
  ];
}
