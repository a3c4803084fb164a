/** Attributes named by OpenTelemetry's semantic conventions; never personal data. */
type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  /** Low-cardinality name of the operation, without values. */
  readonly name: string;
  /** `root` starts a trace, `client` is a request to another system; internal by default. */
  readonly kind?: "root" | "client";
  readonly attributes?: SpanAttributes;
}

/** Adds attributes that are known only later, such as the status of a response. */
export type NoteAttributes = (attributes: SpanAttributes) => void;

export interface SpanMaker {
  run<T>(start: SpanStart, work: (note: NoteAttributes) => Promise<T>): Promise<T>;
  /** Binds a function to the current span, regardless of its caller. */
  bind<Args extends unknown[], T>(work: (...args: Args) => T): (...args: Args) => T;
  outside<T>(work: () => T): T;
}

let maker: SpanMaker | undefined;

/** Turns tracing on or off for this process, since all parts of the server create spans. */
export function setSpanMaker(next: SpanMaker | undefined): void {
  maker = next;
}

export function isTracing(): boolean {
  return maker !== undefined;
}

const noNote: NoteAttributes = () => {};

/** Runs work in a child of the current span; without a current span, only a root creates one. */
export function inSpan<T>(
  start: SpanStart,
  work: (note: NoteAttributes) => Promise<T>,
): Promise<T> {
  return maker ? maker.run(start, work) : work(noNote);
}

/** For work that is queued now and runs later in the context of another request. */
export function bindSpan<Args extends unknown[], T>(
  work: (...args: Args) => T,
): (...args: Args) => T {
  return maker ? maker.bind(work) : work;
}

/** For work that serves several requests and belongs to none. */
export function outsideSpans<T>(work: () => T): T {
  return maker ? maker.outside(work) : work();
}
