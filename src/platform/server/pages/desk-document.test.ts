import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { deskPaths } from "../../contract/desk/paths.ts";

const deskAddresses = [...Object.values(deskPaths), `${deskPaths.inbox}/ABCD2345`, "/desk/x.php"];

describeOnSqlite("the desk's document", (_open, createDatabase) => {
  test.each(deskAddresses)("%s is the empty document, with no-store and noindex", async (url) => {
    const { app } = await openTestApp(createDatabase);
    const { statusCode, headers, body } = await app.inject(url);
    const contact = await app.inject("/contact");
    expect(statusCode).toBe(200);
    expect(body).toContain('<div id="root"></div>');
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-robots-tag"]).toBe("noindex");
    expect(headers["speculation-rules"]).toBeUndefined();
    const policy = String(contact.headers["content-security-policy"]);
    expect(headers["content-security-policy"]).toBe(policy.replace(/ 'sha256-[^']+'/, ""));
    expect(contact.headers["x-robots-tag"]).toBeUndefined();
  });

  test("a path that only starts with the desk's name is not found", async () => {
    const { app } = await openTestApp(createDatabase);
    expect((await app.inject("/desktop")).statusCode).toBe(404);
    expect((await app.inject("/desk-login")).statusCode).toBe(404);
  });
});
