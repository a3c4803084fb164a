/**
 * One canonical form of what people type or paste, the same in the browser and on the server, so that
 * what looks the same is the same.
 */

/**
 * Characters without a shape (Unicode's Default_Ignorable_Code_Point and the interlinear marks), or a
 * flag such as Scotland's, whose letters are such characters.
 */
const shapeless = /\u{1f3f4}[\u{e0020}-\u{e007f}]+|[\p{DI}\ufff9-\ufffb]/gu;
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]/u;
const picture = /\p{Extended_Pictographic}/u;
/** Signs that may follow the picture of an emoji: its variation, its skin color. */
const pictureEnd = /\ufe0f|[\u{1f3fb}-\u{1f3ff}]/u;
/** Choose another shape of the character before: an emoji, or a rare Chinese letter of a name. */
const variation = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u180b-\u180d\u180f]/u;
const shape = /[^\s\p{DI}]/u;

/** ASCII has none of the signs below; most text that arrives is ASCII. */
const printable = /^[\n\r -~]*$/;
const printableLine = /^[ -~]*$/;
const visible = /[^\s\p{DI}\p{Cf}\p{Cc}\u2800]/u;
const spaces = /[\s\u0085\u2800]/g;
const dashes = /[\p{Pd}\u02d7\u2043\u2212]/gu;
const apostrophes =
  /[\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u1fbd\u1fbf\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40]/g;

/**
 * Text without invisible characters and marks of direction, composed (NFC), trimmed; "" if nothing is
 * visible. What changes letters or emoji stays: joiners of Persian and Indian scripts and of emoji, and
 * variation selectors.
 */
export function normalizeText(text: string): string {
  if (printable.test(text)) return text.trim();
  if (!visible.test(text)) return "";
  return text
    .replace(shapeless, (sign, at: number, whole: string) => {
      const end = at + sign.length;
      // Two units, for characters beyond 16 bits.
      const before = [...whole.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
      const [after = ""] = whole.slice(end, end + 2);
      return isMeant(sign, before, after) ? sign : "";
    })
    .normalize("NFC")
    .trim();
}

/** Whether a sign without a shape changes that of the characters beside it. */
function isMeant(sign: string, before: string, after: string): boolean {
  if (sign.startsWith("\u{1f3f4}")) return true;
  if (variation.test(sign)) return shape.test(before);
  if (sign !== "\u200c" && sign !== "\u200d") return false;
  if (joining.test(before)) return sign === "\u200d" || joining.test(after);
  return (
    sign === "\u200d" && (picture.test(before) || pictureEnd.test(before)) && picture.test(after)
  );
}

/** Text of one line, such as a name or an ID: as `normalizeText`, with plain signs. */
export function normalizeLine(text: string): string {
  return plainSigns(normalizeText(text)).replaceAll("`", "'").trim();
}

/** Every Unicode space, dash and apostrophe as the one of a keyboard. A grave accent stays. */
export function plainSigns(text: string): string {
  if (printableLine.test(text)) return text;
  return text.replace(spaces, " ").replace(dashes, "-").replace(apostrophes, "'");
}

/** Text without any invisible character, for keys and numbers. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\p{DI}\p{Cf}]/gu, "");
}

/** "Tom" of "Tom Delgado". */
export function firstWord(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}

/** "Looked at your requests" of "looked at your requests". */
export function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
