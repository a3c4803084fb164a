/** Formats a value as the commands print it: indented JSON. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
