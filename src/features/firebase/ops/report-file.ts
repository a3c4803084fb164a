import { once } from "node:events";
import { createWriteStream, mkdirSync, type WriteStream } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../../platform/ops/operator-error.ts";

/** A file of JSON lines, which only this user can read; it replaces an earlier one. */
export class LineFile {
  readonly #stream: WriteStream;
  readonly #name: string;
  #error: Error | undefined;

  /** @throws OperatorError if the file cannot be written */
  static async open(name: string): Promise<LineFile> {
    mkdirSync(path.dirname(name), { recursive: true });
    const file = new LineFile(name, createWriteStream(name, { mode: 0o600 }));
    await once(file.#stream, "open").catch(() => file.#check());
    return file;
  }

  private constructor(name: string, stream: WriteStream) {
    this.#name = name;
    this.#stream = stream;
    stream.on("error", (error) => {
      this.#error = error;
    });
  }

  /** Resolves when the file accepts more. */
  async write(line: object): Promise<void> {
    this.#check();
    if (this.#stream.write(`${JSON.stringify(line)}\n`)) return;
    await once(this.#stream, "drain").catch(() => undefined);
    this.#check();
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#stream.end(resolve));
    this.#check();
  }

  #check(): void {
    if (!this.#error) return;
    throw new OperatorError(`${this.#name} cannot be written: ${this.#error.message}`);
  }
}
