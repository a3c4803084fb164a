import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger } from "fastify";

/** Logs once when traces start to be dropped, and once on recovery. */
export class WatchedExporter implements SpanExporter {
  log: Pick<FastifyBaseLogger, "warn"> | undefined;
  readonly #exporter: SpanExporter;
  #isFailing = false;

  constructor(exporter: SpanExporter) {
    this.#exporter = exporter;
  }

  export(spans: Parameters<SpanExporter["export"]>[0], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#report(result);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #report({ code, error }: ExportResult): void {
    const fails = code !== ExportResultCode.SUCCESS;
    if (fails === this.#isFailing) return;
    this.#isFailing = fails;
    // The message may contain the receiver's response, so only its code is logged.
    const reason = error && "code" in error ? error.code : error?.name;
    if (fails) this.log?.warn({ code: reason }, "traces cannot be sent and are dropped");
    else this.log?.warn("traces are sent again");
  }
}
