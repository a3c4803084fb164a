import { defineEndpoint, pathOf } from "../endpoints/define-endpoint.ts";
import type { PrefillPerson } from "../endpoints/prefill.ts";
import type { RecruitingState } from "../endpoints/recruiting.ts";
import type { ErrorCode } from "../errors/errors.ts";

/**
 * How a plain form is sent: the fields of the
 * definition at the top level, beside them the extras below, in JSON or as a
 * native form post.
 */
export const submissionExtras = {
  /** Made by the page, new for each form; with the values it makes a retry harmless. */
  key: "_key",
  /** Milliseconds from page load or last reset to submit; absent when no script ran. */
  formTime: "_time",
  /** Honeypot. The name means nothing, so that autofill leaves it alone. */
  honeypot: "_q7",
} as const;

/** Largest body of a call, in bytes. */
export const maxBodyBytes = 64 * 1024;

/** Where our scripts send a form: its values, and the extras. */
export function submissionEndpoint<Response = SubmissionResponse>(collection: string) {
  return defineEndpoint<object, Response>(`own-site POST /api/submissions/${collection}`);
}

/** The address of that endpoint. */
export function submissionPath(collection: string): string {
  return pathOf(submissionEndpoint(collection));
}

/** Answer of a stored submission. */
export interface SubmissionResponse {
  readonly id: string;
  /** Eight characters that cannot be mistaken for each other. */
  readonly reference: string;
}

/** Letters and digits of a reference: none looks or sounds like another. */
export const referenceAlphabet = "23456789ACDEFHJKMNPRTWXY";
export const referenceLength = 8;

/** Whether a text has the shape of a reference. */
export function isReference(text: string): boolean {
  return new RegExp(`^[${referenceAlphabet}]{${referenceLength}}$`).test(text);
}

/** Query name that carries the reference to the thank-you view when no script runs. */
export const sentQuery = "sent";

/** Id of the data block in which the server hands a form's state to the page. */
export const formStateId = "form-state";

/** A form as the server rendered it after a native post. */
export interface FormState {
  readonly collection: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly errors?: Readonly<Record<string, string>>;
  /** Alert sentence when saving failed. */
  readonly failure?: string;
  /** Shown on the page while the database is away, whatever form stands on it. */
  readonly notice?: string;
  readonly reference?: string;
  /** Who is signed in, for a form that can fill itself in. */
  readonly person?: PrefillPerson;
  /** Code of the failure, where a screen shows more than its sentence. */
  readonly code?: ErrorCode;
  /** What the screen shows next, where it has several steps: "code", "created". */
  readonly step?: string;
  /** State of a page on applying for work. */
  readonly recruiting?: RecruitingState;
  /** What else the form sends along: where to go next, the token of a mailed link. */
  readonly extras?: Readonly<Record<string, string>>;
}
