import { once } from "node:events";
import { expect, test } from "vitest";
import { recruitingPaths } from "../../../../tests/support/api-paths.ts";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { startSlowUpload } from "../../../../tests/support/slow-upload.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { isRequestTimeoutSuspended } from "./request-timeout.ts";

const { resume, draft } = recruitingPaths("care");
const pdf = Buffer.concat([
  Buffer.from("%PDF-1.7\n"),
  Buffer.alloc(1000, " "),
  Buffer.from("%%EOF"),
]);

describeOnSqlite("the request timeout", (_open, createDatabase) => {
  test("does not apply to an upload that makes progress, but to every other request", async () => {
    const { app } = await openTestApp(createDatabase);
    Object.assign(app.server, { connectionsCheckingInterval: 50 });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const connected = once(app.server, "connection");
    const upload = await startSlowUpload(app, resume, pdf.length);
    const [socket] = await connected;
    await upload.send(pdf.subarray(0, 100));
    await expect.poll(() => isRequestTimeoutSuspended(socket)).toBe(true);
    // Not before: on a busy computer the server may take longer to reach the upload.
    Object.assign(app.server, { headersTimeout: 300, requestTimeout: 300 });
    const other = await startSlowUpload(app, draft, pdf.length, {
      "content-type": "application/json",
    });
    await other.send(Buffer.from("{"));
    expect(await other.status).toBe(408);
    // The upload started earlier, so its time has passed, too.
    for (let sent = 100; sent < pdf.length; sent += 100) {
      await upload.send(pdf.subarray(sent, sent + 100));
    }
    expect(await upload.status).toBe(200);
  });
});
