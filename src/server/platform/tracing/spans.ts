/** Attributes by the names of OpenTelemetry's semantic conventions; never a value of a person. */
type SpanAttributes = Readonly<Record<string, string | number>>;

/** A piece of work of a trace. */
export interface SpanStart {
  /** One of few: names of operations, no values. */
  readonly name: string;
  /** `root` starts a trace, `client` is a call of another system; by default work of our own. */
  readonly kind?: "root" | "client";
  readonly attributes?: SpanAttributes;
}

/** Adds what is known only later, such as the status of a response. */
export type NoteAttributes = (attributes: SpanAttributes) => void;

/** What makes spans while tracing is on. */
export interface SpanMaker {
  run<T>(start: SpanStart, work: (note: NoteAttributes) => Promise<T>): Promise<T>;
  /** Makes a function run as part of the current span, whoever calls it. */
  bind<Args extends unknown[], T>(work: (...args: Args) => T): (...args: Args) => T;
  /** Runs work that belongs to no span, although one is current. */
  outside<T>(work: () => T): T;
}

let maker: SpanMaker | undefined;

/** Switches tracing on or off in this process: every part of the server makes spans. */
export function setSpanMaker(next: SpanMaker | undefined): void {
  maker = next;
}

/** Whether spans are made. */
export function isTracing(): boolean {
  return maker !== undefined;
}

const noNote: NoteAttributes = () => {};

/** Runs work in a span below the current one; without a current one only a root makes a span. */
export function inSpan<T>(
  start: SpanStart,
  work: (note: NoteAttributes) => Promise<T>,
): Promise<T> {
  return maker ? maker.run(start, work) : work(noNote);
}

/** For work that is queued now and runs in another request's time. */
export function bindSpan<Args extends unknown[], T>(
  work: (...args: Args) => T,
): (...args: Args) => T {
  return maker ? maker.bind(work) : work;
}

/** For work that serves several requests and belongs to none. */
export function outsideSpans<T>(work: () => T): T {
  return maker ? maker.outside(work) : work();
}
