import { z } from "zod";
import { defineEndpoint, type Returned } from "../define-endpoint.ts";
import type { ErrorCode } from "../errors/errors.ts";
import type { PrefillCustomer } from "../prefill.ts";
import { emptyValues, type FormDefinition } from "./define-form.ts";
import { formSchema } from "./form-schema.ts";

/** Names of what a plain form sends beside its fields, in JSON or as a native form post. */
export const submissionExtras = {
  /** Idempotency key, made by the page for each form; with the values it makes a retry harmless. */
  key: "_key",
  /** Milliseconds from page load or last reset to submit; absent when no script ran. */
  formTime: "_time",
  /** Honeypot, with a name that autofill does not recognize. */
  honeypot: "_q7",
} as const;

/** Sent with values that look wrong but are meant: `FormState.doubts`. */
export const anywayName = "_anyway";

/** Maximum size of a request's body, in bytes. */
export const maxBodyBytes = 64 * 1024;

/** Path where our scripts send a form. */
export function submissionPath(collection: string): `/${string}` {
  return `/api/submissions/${collection}`;
}

const submission = z.object({ id: z.string(), reference: z.string() });

/** Response to a stored submission; the reference has eight characters of `referenceAlphabet`. */
export type SubmissionResponse = Returned<typeof submission>;

/** Where our scripts send a form: its values and the extras. */
export function submissionEndpoint<Name extends string>(form: FormDefinition<Name>) {
  return defineEndpoint(`own-site POST ${submissionPath(form.collection)}`, {
    summary: `Save a ${form.collection} record`,
    body: formSchema(form, Object.values(submissionExtras), emptyValues(form)),
    response: submission,
    status: 201,
    errors: ["invalid", "malformed", "too-large", "too-many"],
  });
}

/** Query name of the reference on the thank-you page when no script runs. */
export const sentQuery = "sent";
/** Query that refills a form with what was sent, without scripts. */
export const againQuery = "again";
/** How long a sent form can be refilled, in minutes. */
export const sentFormMinutes = 60;

/** Id of the data block with a form's state in the page. */
export const formStateId = "form-state";

/**
 * State of a form that the server rendered after a native post. A feature adds what its own pages
 * show to this interface, where it declares the type: `declare module`.
 */
export interface FormState {
  readonly collection: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly errors?: Readonly<Record<string, string>>;
  /** What looks wrong: the form was not saved yet, and the next post saves it. */
  readonly doubts?: Readonly<Record<string, string>>;
  /** Text of the alert when saving failed. */
  readonly failure?: string;
  /** Shown on the page while the database is down, whatever its form. */
  readonly notice?: string;
  readonly reference?: string;
  /** Heading of the thank-you view, which the page's title also names. */
  readonly sentHeading?: string;
  readonly person?: PrefillCustomer;
  readonly code?: ErrorCode;
  /** The step to show, on pages with several: "code", "created". */
  readonly step?: string;
  /** Other values that the form sends: where to go next, the token of an emailed link. */
  readonly extras?: Readonly<Record<string, string>>;
}
