import { days } from "../../../../../platform/contract/durations.ts";
import { formatError } from "../../../../../platform/contract/errors/error-message.ts";
import type { Outcome } from "../../../../../platform/site/runtime/api.ts";
import type { ReauthOutcome, RowMessage } from "./settings-context.ts";

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** A date: "June 27, 2026". */
export function formatDate(iso: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(Date.parse(iso));
}

/** A date at the end of a sentence: "today", "yesterday", "3 days ago", "on June 27, 2026". */
export function formatDay(iso: string, now = Date.now()): string {
  const time = Date.parse(iso);
  const ago = Math.round((startOfDay(now) - startOfDay(time)) / days(1));
  if (ago <= 0) return "today";
  if (ago === 1) return "yesterday";
  if (ago < 7) return `${ago} days ago`;
  return `on ${formatDate(iso)}`;
}

export function successMessage(text: string): RowMessage {
  return { kind: "done", text };
}

/** Message of a row whose code did not load. */
export const loadErrorMessage: RowMessage = {
  kind: "error",
  text: "This part of the page did not load. Check your connection and press again.",
};

/** Whether to show no message: the person canceled, or the session ended. */
export function isCanceled({ error }: Extract<ReauthOutcome, { ok: false }>): boolean {
  return error.code === "confirm-needed" || error.code === "not-signed-in";
}

/** Message of a row after a failed request; undefined if it was canceled. */
export function formatSettingsError(
  outcome: Extract<ReauthOutcome, { ok: false }>,
): RowMessage | undefined {
  if (isCanceled(outcome)) return undefined;
  const { error } = outcome as Extract<Outcome<unknown>, { ok: false }>;
  return { kind: "error", text: `That did not work: ${formatError(error)}` };
}
