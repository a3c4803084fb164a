import type { DeskEndpoint, NoBody } from "../../contract/define-endpoint.ts";
import { readEndpoint } from "../../contract/define-endpoint.ts";
import { minutes } from "../../contract/durations.ts";
import type { RequestError } from "../../contract/errors/error-message.ts";
import { askConfirm, askToLogIn } from "./desk-request.ts";

/** How long the object URL is kept for the browser to read the file, in milliseconds. */
const keepMs = minutes(1);

/**
 * Saves the response of an endpoint as a file; asks for the second factor if it is needed.
 * @returns why it failed
 */
export async function deskDownload(
  endpoint: DeskEndpoint<NoBody, string>,
  fileName: string,
): Promise<RequestError | undefined> {
  const first = await load(endpoint);
  if (first instanceof Blob) return save(first, fileName);
  const isAnswered =
    (first.code === "not-signed-in" && (await askToLogIn())) ||
    (first.code === "confirm-needed" && (await askConfirm()));
  if (!isAnswered) return first;
  const second = await load(endpoint);
  return second instanceof Blob ? save(second, fileName) : second;
}

async function load(endpoint: DeskEndpoint<NoBody, string>): Promise<Blob | RequestError> {
  try {
    const response = await fetch(readEndpoint(endpoint).path);
    return response.ok ? await response.blob() : await response.json();
  } catch {
    return { code: "unreachable" };
  }
}

function save(file: Blob, fileName: string): undefined {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keepMs);
}
