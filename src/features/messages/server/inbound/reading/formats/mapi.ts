import { ByteReader } from "./byte-reader.ts";

/** Values of the properties that are text or bytes, by ID ([MS-OXPROPS]). */
export type MapiProperties = ReadonlyMap<number, { readonly type: number; readonly value: Buffer }>;

const maxProperties = 5000;
/** Sizes of values of a fixed size, by type; each occupies a multiple of four. */
const sizes: Readonly<Record<number, number>> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};
/** Types of a size of their own: strings, objects and bytes. */
const sized = new Set([0x0d, 0x1e, 0x1f, 0x102]);
/** Type of text in UTF-16. */
export const unicodeType = 0x1f;

/** Reads properties as TNEF encapsulates them ([MS-OXTNEF], 2.1.3.4), up to what is none. */
export function readMapi(bytes: Uint8Array): MapiProperties {
  const found = new Map<number, { type: number; value: Buffer }>();
  const reader = new ByteReader(bytes);
  try {
    const count = Math.min(reader.u32(), maxProperties);
    for (let index = 0; index < count; index += 1) {
      const type = reader.u16();
      const id = reader.u16();
      if (id >= 0x8000) skipName(reader);
      const base = type & 0xfff;
      const isMultiple = (type & 0x1000) !== 0;
      const values = isMultiple || sized.has(base) ? reader.u32() : 1;
      for (let value = 0; value < Math.min(values, maxProperties); value += 1) {
        const length = sized.has(base) ? reader.u32() : (sizes[base] ?? Number.NaN);
        if (Number.isNaN(length)) return found;
        const content = reader.take(length);
        reader.take(Math.min(reader.left, (4 - (length % 4)) % 4));
        if (!found.has(id)) found.set(id, { type: base, value: content });
      }
    }
  } catch {
    // Cut off: what was read counts.
  }
  return found;
}

function skipName(reader: ByteReader): void {
  reader.take(16);
  const isText = reader.u32() === 1;
  const length = reader.u32();
  if (isText) reader.take(length + ((4 - (length % 4)) % 4));
}
