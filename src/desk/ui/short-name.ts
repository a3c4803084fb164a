/** "Imani B." for "Imani Bell"; a single name stays as it is. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? [...(words.at(-1) ?? "")][0] : undefined;
  return last === undefined ? name.trim() : `${words[0]} ${last}.`;
}
