const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

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

/** A number of several groups, such as a phone number, or a date. */
const groupedNumber = /[+(]?\d{1,15}(?:[-–. ()/]{1,3}\d{1,15})+/g;

/**
 * A text in which grouped numbers keep the order of their groups, also in a right-to-left line,
 * where "303-555-0142" is shown as "0142-555-303": the marks "left-to-right isolate" and "pop
 * directional isolate" surround them. Other texts stay as they are.
 */
export function isolateNumbers(text: string): string {
  if (!hasRightToLeft(text)) return text;
  return text.replaceAll(groupedNumber, (number) => `\u2066${number}\u2069`);
}

/** A name without the marks of `isolate`. */
export function withoutIsolates(name: string): string {
  return name.replaceAll(/[\u2068\u2069]/g, "");
}
