import { isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { NotImportable, type SourceDocument } from "./source-document.ts";

/** Longer texts are no value of a field that people fill in. */
const maxText = 100_000;
/** Of a field that lists are sorted or filtered by: PostgreSQL indexes at most 2700 bytes. */
export const maxShort = 200;
/** Later times, and seconds above it, are probably milliseconds: the year 2100. */
const latestMs = 4_102_444_800_000;

type Value = unknown;
type Fields = Readonly<Record<string, Value>>;

export interface ReadTime {
  /** Milliseconds since 1970. */
  readonly ms: number;
  /** Whether nothing more precise was lost. */
  readonly isExact: boolean;
}

/**
 * A time: `{ _seconds, _nanoseconds }`, ISO 8601, seconds, or milliseconds since 1970. @returns
 * undefined for anything else, and for times before 1970 or after 2100
 */
export function readTime(value: Value): ReadTime | undefined {
  const time = toTime(value);
  return time && time.ms >= 0 && time.ms <= latestMs ? time : undefined;
}

function toTime(value: Value): ReadTime | undefined {
  if (typeof value === "number") {
    const ms = Math.abs(value) * 1000 > latestMs ? value : value * 1000;
    return { ms: Math.floor(ms), isExact: Number.isInteger(ms) };
  }
  if (typeof value === "string") {
    const ms = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(ms) ? undefined : { ms, isExact: value === new Date(ms).toISOString() };
  }
  if (!isFields(value)) return undefined;
  const { _seconds: seconds = value.seconds, _nanoseconds: nanos = value.nanoseconds ?? 0 } = value;
  if (!Number.isInteger(seconds) || !Number.isInteger(nanos)) return undefined;
  const millis = Number(nanos) / 1e6;
  return { ms: Number(seconds) * 1000 + Math.floor(millis), isExact: Number.isInteger(millis) };
}

export function isFields(value: Value): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The id that a reference `{ _path }` ends with. */
function readReference(value: Value): string | undefined {
  if (!isFields(value)) return undefined;
  const { _path: path } = value;
  const segments = isFields(path) ? path.segments : typeof path === "string" && path.split("/");
  const last = Array.isArray(segments) ? segments.at(-1) : undefined;
  return typeof last === "string" ? last : undefined;
}

/** Takes the known fields of a document; what is left, or was changed to fit, is kept beside. */
export class FieldReader {
  readonly #fields: Fields;
  readonly #taken = new Set<string>();

  constructor({ data }: Pick<SourceDocument, "data">) {
    this.#fields = data;
  }

  /** "" for a missing field. @throws NotImportable for a text that cannot be stored */
  text(name: string, max = maxText): string {
    const value = this.#value(name);
    if (value === undefined || value === null) return this.#take(name, "", true);
    if (typeof value === "string") {
      if (value.length > max) {
        throw new NotImportable(`The field ${name} is longer than ${max} characters.`);
      }
      if (!isStorableText(value)) {
        throw new NotImportable(`The field ${name} has a character that cannot be stored.`);
      }
      return this.#take(name, value, true);
    }
    const isPlain = typeof value === "number" || typeof value === "boolean";
    return this.#take(name, isPlain ? String(value) : (readReference(value) ?? ""), false);
  }

  /** @param unitMs what is stored: milliseconds, or 1000 for seconds */
  time(name: string, unitMs = 1): number | null {
    const value = this.#value(name);
    if (value === undefined || value === null) return this.#take(name, null, true);
    const time = readTime(value);
    if (!time) return this.#take(name, null, false);
    return this.#take(name, Math.floor(time.ms / unitMs), time.isExact && time.ms % unitMs === 0);
  }

  /** A value that `read` understands; null and kept beside otherwise. */
  other<Result>(name: string, read: (value: Value) => Result | undefined): Result | null {
    const value = this.#value(name);
    if (value === undefined || value === null) return this.#take(name, null, true);
    const result = read(value);
    return this.#take(name, result ?? null, result === value);
  }

  /** Drops a field that repeats what is known. */
  drop(name: string, value: Value): void {
    if (this.#value(name) === value) this.#taken.add(name);
  }

  /** JSON of everything that was not stored as it is, in a fixed order; null if there is nothing. */
  rest(): string | null {
    const names = Object.keys(this.#fields).filter((name) => !this.#taken.has(name));
    if (names.length === 0) return null;
    return JSON.stringify(names.sort().map((name) => [name, this.#fields[name]]));
  }

  #value(name: string): Value {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  #take<Result>(name: string, result: Result, isWhole: boolean): Result {
    if (isWhole) this.#taken.add(name);
    return result;
  }
}
