/** Characters of GSM 03.38 that take one place, and those that take two. */
const single =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const double = "^{}\\[~]|€";

const sizes = new Map([
  ...[...single].map((sign) => [sign, 1] as const),
  ...[...double].map((sign) => [sign, 2] as const),
]);

/** Places in a text of one part, and in each part of a longer one, which also holds its number. */
const places = { gsm: { alone: 160, each: 153 }, unicode: { alone: 70, each: 67 } } as const;

interface TextLength {
  readonly used: number;
  /** Places in the parts that the text needs. */
  readonly of: number;
  /** Parts that are sent and charged. */
  readonly parts: number;
  /** Characters that halve the places, such as emoji; each once. */
  readonly wide: readonly string[];
}

/** Typographic signs as the plain ones, which keep a text short: phones show them alike. */
export function plainText(text: string): string {
  return text
    .replaceAll(/[‘’‚]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[–—]/g, "-")
    .replaceAll("…", "...")
    .replaceAll(/[\u00a0\u202f]/g, " ")
    .replaceAll(/\r\n?/g, "\n");
}

/** Counts a text as it is sent, in places of the alphabet that it needs. */
export function measureText(text: string): TextLength {
  const signs = [...plainText(text)];
  const wide = [...new Set(signs.filter((sign) => !sizes.has(sign)))];
  const isWide = wide.length > 0;
  const { alone, each } = isWide ? places.unicode : places.gsm;
  const lengths = signs.map((sign) => (isWide ? sign.length : (sizes.get(sign) ?? 1)));
  const used = lengths.reduce((sum, length) => sum + length, 0);
  if (used <= alone) return { used, of: alone, parts: used === 0 ? 0 : 1, wide };
  let parts = 1;
  let filled = 0;
  // No character is split between two parts.
  for (const length of lengths) {
    if (filled + length > each) {
      parts += 1;
      filled = 0;
    }
    filled += length;
  }
  return { used, of: parts * each, parts, wide };
}
