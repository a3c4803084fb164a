import type { Page } from "playwright-core";

/** Navigation aborts the open requests of a document. */
const navigatedAway = "net::ERR_ABORTED";

/**
 * Records errors, warnings and requests to other sites. Ignores messages that match one of
 * `expected`, because the test causes them.
 * @returns a list that grows while the page is open
 */
export function watchPageErrors(page: Page, origin: string, expected: readonly RegExp[]): string[] {
  const errors: string[] = [];
  const note = (error: string) => {
    if (!expected.some((pattern) => pattern.test(error))) errors.push(error);
  };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on("pageerror", (error) => note(`uncaught: ${error.message}`));
  page.on("crash", () => note("the page crashed"));
  page.on("request", (request) => {
    const { protocol, origin: target } = new URL(request.url());
    if (protocol.startsWith("http") && target !== origin) {
      note(`request to another site: ${request.url()}`);
    }
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== navigatedAway) note(`request failed: ${request.url()} ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) note(`response ${response.status()}: ${response.url()}`);
  });
  return errors;
}
