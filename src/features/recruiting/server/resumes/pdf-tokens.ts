/* Characters of PDF syntax (ISO 32000-1, 7.2.2). */
const code = {
  lineFeed: 0x0a,
  return: 0x0d,
  hash: 0x23,
  percent: 0x25,
  open: 0x28,
  close: 0x29,
  slash: 0x2f,
  less: 0x3c,
  greater: 0x3e,
  backslash: 0x5c,
} as const;

const whiteSpace: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
/** White space and delimiters: what ends a name or a keyword. */
const ends: ReadonlySet<number> = new Set([...whiteSpace, ...Buffer.from("()<>[]{}/%")]);

/** A name ("/Type" is "Type", escapes resolved) or a keyword or number, as written. */
export interface PdfToken {
  readonly kind: "name" | "word";
  readonly text: string;
  readonly end: number;
}

/** Longest token of interest; the rest of a longer one is skipped. */
const maxTokenBytes = 200;

/**
 * Reads names, keywords and numbers, and skips strings and comments: what they contain is text.
 * Looks at each byte once, with any nesting.
 */
export function* readPdfTokens(bytes: Buffer, from: number, to: number): Generator<PdfToken> {
  let at = from;
  while (at < to) {
    const char = bytes[at];
    if (char === code.percent) at = skipComment(bytes, at, to);
    else if (char === code.open) at = skipString(bytes, at, to);
    else if (char === code.less && bytes[at + 1] === code.less) at += 2;
    else if (char === code.less) at = skipHexString(bytes, at, to);
    else if (char === code.slash) {
      const end = findEnd(bytes, at + 1, to);
      yield { kind: "name", text: resolveEscapes(bytes, at + 1, end), end };
      at = end;
    } else if (char === undefined || ends.has(char)) at += 1;
    else {
      const end = findEnd(bytes, at, to);
      yield {
        kind: "word",
        text: bytes.toString("latin1", at, Math.min(end, at + maxTokenBytes)),
        end,
      };
      at = end;
    }
  }
}

export function isPdfSpace(char: number | undefined): boolean {
  return char !== undefined && whiteSpace.has(char);
}

/** Whether a byte ends a name or keyword; the end of the file does, too. */
export function isPdfEnd(char: number | undefined): boolean {
  return char === undefined || ends.has(char);
}

function findEnd(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && !ends.has(bytes[at] ?? 0)) at += 1;
  return at;
}

function skipComment(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== code.lineFeed && bytes[at] !== code.return) at += 1;
  return at;
}

function skipString(bytes: Buffer, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const char = bytes[at];
    if (char === code.backslash) at += 1;
    else if (char === code.open) depth += 1;
    else if (char === code.close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return to;
}

function skipHexString(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== code.greater) at += 1;
  return at + 1;
}

/** Resolves "#61" in a name (ISO 32000-1, 7.3.5). */
function resolveEscapes(bytes: Buffer, from: number, to: number): string {
  const written = bytes.toString("latin1", from, Math.min(to, from + maxTokenBytes));
  if (!written.includes("#")) return written;
  return written.replace(/#([\da-f]{2})/gi, (_whole: string, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
