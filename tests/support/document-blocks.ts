import { readFileSync } from "node:fs";

export interface DocumentBlock {
  /** Where it is, such as "README.md:17". */
  readonly place: string;
  /** "sh" for commands, "ini" for settings; empty if the document does not say. */
  readonly language: string;
  readonly text: string;
  /** The comment on the line before it, such as "not run: needs two machines". */
  readonly comment: string | undefined;
}

export function readBlocks(file: string): DocumentBlock[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:^<!-- (.*) -->\n)?^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].map(
    ({ 0: { length }, 1: comment, 2: language = "", 3: body = "", index }) => ({
      place: `${file}:${text.slice(0, index + length - body.length).split("\n").length - 1}`,
      language,
      text: body,
      comment,
    }),
  );
}
