import type { RequestError } from "../../contract/errors/error-message.ts";
import { failureMessage } from "./desk-request.ts";
import type { FieldErrors } from "./use-desk-form.ts";

/** A chosen file as the body of a request: browsers report other media types for CSV. */
export function asCsv(file: File): Blob {
  return new Blob([file], { type: "text/csv" });
}

/** Why a file was rejected. */
export function fileFailure(error: RequestError): string {
  const fields = "fields" in error ? (error.fields as FieldErrors | undefined) : undefined;
  return fields?.file ?? failureMessage(error);
}
