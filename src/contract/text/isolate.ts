/** A letter of a script that is written from right to left. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** Whether a text holds letters that are written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/**
 * A name for a sentence of ours: the marks "first strong isolate" and "pop directional isolate"
 * around a right-to-left name keep it from changing the order of the words beside it (Unicode
 * Standard Annex #9, 2.5). Other names stay as they are. In HTML, `<bdi>` does the same.
 */
export function isolate(name: string): string {
  return hasRightToLeft(name) ? `\u2068${name}\u2069` : name;
}

/** A name without the marks of `isolate`. */
export function withoutIsolates(name: string): string {
  return name.replaceAll(/[\u2068\u2069]/g, "");
}
