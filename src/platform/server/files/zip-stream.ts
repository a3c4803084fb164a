export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Whether the bytes are compressed already. */
  readonly isCompressed: boolean;
}

/**
 * Packs files into a zip archive as a stream: a client that reads slowly, or stops, costs no more
 * memory than one chunk. An incomplete archive has no central directory, so that no program
 * mistakes it for a complete one.
 * @param modifiedAt modification time of the files, in milliseconds since 1970
 */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  modifiedAt: number,
): AsyncGenerator<Uint8Array, void> {
  const { Zip, ZipDeflate } = await import("fflate");
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    packed.push(piece);
  });
  for await (const { name, content, isCompressed } of entries) {
    // Not every program can read a stored entry of unknown length, so compressed files are written
    // as uncompressed DEFLATE blocks.
    const file = new ZipDeflate(name, { level: isCompressed ? 0 : 6 });
    file.mtime = modifiedAt;
    zip.add(file);
    for await (const piece of content) {
      file.push(piece);
      yield* packed.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* packed.splice(0);
  }
  zip.end();
  yield* packed;
}
