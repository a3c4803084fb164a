/** Reads little-endian values one after the other. */
export class ByteReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.#position;
  }

  /** @throws RangeError beyond the end */
  u8(): number {
    return this.take(1).readUInt8();
  }

  /** @throws RangeError beyond the end */
  u16(): number {
    return this.take(2).readUInt16LE();
  }

  /** @throws RangeError beyond the end */
  u32(): number {
    return this.take(4).readUInt32LE();
  }

  /** @throws RangeError beyond the end */
  take(length: number): Buffer {
    if (length > this.left) throw new RangeError(`${length} bytes of ${this.left}`);
    this.#position += length;
    return this.#bytes.subarray(this.#position - length, this.#position);
  }
}
