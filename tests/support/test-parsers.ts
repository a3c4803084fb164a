/** Parsers for tests of the processes that run parsers: each exceeds a limit, or tells about itself. */

export function countBytes(bytes: Uint8Array): { bytes: number; id: number; names: number } {
  return { bytes: bytes.length, id: process.pid, names: Object.keys(process.env).length };
}

export function loopForever(): void {
  for (;;);
}

export async function waitForever(): Promise<void> {
  await new Promise(() => undefined);
}

/** Small steps, as most parsers take memory. */
export function fillMemory(): number {
  const all: string[][] = [];
  for (;;) all.push(Array.from({ length: 100 }, (_, index) => `${all.length} ${index}`));
}

/** Arrays of 80 MB, each larger than the rest of a process's memory. */
export function fillMemoryAtOnce(): number {
  const text = "\n".repeat(10_000_000);
  const all: string[][] = [];
  for (;;) all.push(text.split("\n"));
}

export function fail(text: string): never {
  throw new Error(text);
}
