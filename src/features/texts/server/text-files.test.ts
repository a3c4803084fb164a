import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { postAsTwilio, sendDueTexts } from "../../../../tests/support/fake-twilio.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { minutes } from "../../../platform/contract/durations.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { twilioEndpoints } from "../contract/texts.ts";
import { saveConsent } from "./consents.ts";
import { queueText } from "./outbox.ts";

const otis = "3035550144";

describeOnSqlite("the outbox of texts", (_open, createDatabase) => {
  test("without Twilio's settings texts are written to files, which are deleted with them", async () => {
    const testApp = await openTestApp(createDatabase);
    const { database, context, dataDir } = testApp;
    testApp.clock.now = Date.parse("2026-11-20T10:12-07:00");
    const said = { numberKey: otis, state: "allowed", words: "Yes", source: "call" } as const;
    await database.write(async (trx) => {
      await saveConsent(trx, { ...said, uid: null, staffId: null }, context.now());
      await queueText(
        trx,
        { kind: "reply", numberKey: otis, body: "Hello", caseId: null },
        context,
      );
    });
    await sendDueTexts(testApp);
    const [file = ""] = await readdir(path.join(dataDir, "outbox"));
    expect(await readFile(path.join(dataDir, "outbox", file), "utf8")).toBe(
      "To: 303-555-0144\n\nHello\n",
    );
    // One that waited for as long as its link works, for instance in an outage.
    const link = { kind: "link", numberKey: otis, body: "Open", caseId: null, link: "x" } as const;
    await database.write((trx) => queueText(trx, link, context));
    testApp.clock.now += minutes(facts.keep.resetLinkMinutes);
    await sendDueTexts(testApp);
    const expired = database.db.selectFrom("texts").select(["failure", "link"]);
    expect(await expired.where("kind", "=", "link").execute()).toEqual([
      { failure: "expired", link: null },
    ]);
    expect(await readdir(path.join(dataDir, "outbox"))).toEqual([file]);
    await database.write((trx) => trx.deleteFrom("texts").execute());
    const removals = await database.db.selectFrom("file_removals").select("path").execute();
    expect(removals).toEqual([{ path: `outbox/${file}` }]);
    expect((await postAsTwilio(testApp, twilioEndpoints.receive, {})).statusCode).toBe(404);
  });
});
