/** A file on its way into an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Whether the bytes are compressed already. */
  readonly isCompressed: boolean;
}

/**
 * Packs files into a zip archive, piece by piece as it is read: a reader who is slow, or stops,
 * costs no more memory than one piece. An archive that was not packed to its end has no list of
 * its files, so that no program takes it for a whole one.
 * @param modifiedAt time that the files show, in milliseconds since 1970
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
    // Stored without compression, a file of unknown length is not read by every program; as
    // uncompressed blocks of DEFLATE it is.
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
