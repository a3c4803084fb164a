/** A value as the commands print it: JSON for people and for other programs. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
