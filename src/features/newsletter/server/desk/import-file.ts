import { seconds } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { readWholeUpload } from "../../../../platform/server/files/read-upload.ts";
import { type Parser, runParser } from "../../../../platform/server/parsing/run-parser.ts";
import { newsletterLimits } from "../../contract/newsletter-desk.ts";
import type { AddressFile, readAddressFile } from "./address-file.ts";

/** 50,000 lines take a second. */
const addressParser: Parser<typeof readAddressFile> = {
  module: new URL("./address-file.ts", import.meta.url),
  name: "readAddressFile",
  timeMs: seconds(20),
};

/**
 * Reads the addresses of an uploaded CSV.
 * @param column index or name of the column of addresses; undefined: the file says it
 * @throws ApiError "unsupported-type" for another body, "invalid" for a file that cannot be read
 */
export async function receiveAddresses(
  body: unknown,
  column: string | undefined,
): Promise<AddressFile> {
  return parseAddresses(
    await readWholeUpload(body, newsletterLimits.importBytes, tooLarge),
    column,
  );
}

/** The same of bytes. @throws ApiError "invalid" */
export async function parseAddresses(
  bytes: Uint8Array,
  column: string | undefined,
): Promise<AddressFile> {
  if (bytes.length > newsletterLimits.importBytes) throw tooLarge();
  const outcome = await runParser(addressParser, { bytes, column });
  if (outcome.kind !== "value") {
    throw fail("This file takes too long to read. Save it again as CSV, or split it.");
  }
  if ("failure" in outcome.value) throw fail(outcome.value.failure);
  return outcome.value;
}

/** @throws ApiError "invalid" if it is not clear which column holds the addresses */
export function requireColumn({ column, columns }: AddressFile): void {
  if (column !== null) return;
  const names = columns.map(({ name }) => name).join(", ");
  throw fail(`Choose the column with the email addresses: ${names}.`);
}

function tooLarge(): ApiError {
  return fail("The file is larger than 5 MB.");
}

function fail(message: string): ApiError {
  return new ApiError("invalid", { fields: { file: message } });
}
