import { expect, test } from "vitest";
import { conversationPathIn, postTo } from "../../../../../tests/support/conversations.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import {
  composeEncrypted,
  composeRaw,
  handIn,
  inboundSettings,
  openMailCase,
} from "../../../../../tests/support/inbound-mail.ts";

import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";

async function readOutbox({ database }: TestApp) {
  const rows = await database.db
    .selectFrom("mail_outbox")
    .select(["id", "kind", "subject", "headers"])
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...row,
    headers: JSON.parse(row.headers) as Readonly<Record<string, string>>,
    messageId: `${row.id}@example.com`,
  }));
}

describeEachDialect("the thread of a conversation", (_open, createDatabase) => {
  test("has the receipt, copies, notices and replies, with addresses that lead to it", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, reply } = await openMailCase(testApp);
    const path = await conversationPathIn(testApp.database);
    await postTo(testApp, path, { act: "message", message: "It is a Pixel.", _key: "page-1" });
    const first = composeEncrypted({ Subject: reference, "Message-ID": "<her-1@phone>" });
    await handIn(testApp, first);
    await reply();
    const [receipt, copy, notice, answer] = await readOutbox(testApp);
    expect([receipt, copy, notice, answer]).toMatchObject([
      { kind: "acknowledgement", subject: `We got your message (${reference})` },
      { kind: "message-copy", subject: `Re: We got your message (${reference})` },
      { kind: "email-incomplete", subject: `Re: We got your message (${reference})` },
      { kind: "reply", subject: `Re: We got your message (${reference})` },
    ]);
    for (const email of [receipt, copy, notice, answer]) {
      expect(email?.headers["Reply-To"]).toMatch(/^reply\+/);
    }
    expect(receipt?.headers["In-Reply-To"]).toBeUndefined();
    expect(copy?.headers).toMatchObject({
      "In-Reply-To": `<${receipt?.messageId}>`,
      References: `<${receipt?.messageId}>`,
    });
    expect(answer?.headers["In-Reply-To"]).toBe("<her-1@phone>");
    await handIn(testApp, composeRaw({ Subject: reference, "Message-ID": "<her-2@phone>" }));
    await handIn(testApp, composeRaw({ Subject: reference, "Message-ID": "<her-3@phone>" }));
    expect((await reply()).headers["In-Reply-To"]).toBe("<her-3@phone>");
    expect(answer?.headers.References).toBe(
      `<${receipt?.messageId}> <${copy?.messageId}> <${notice?.messageId}> <her-1@phone>`,
    );
  });

  test("keeps the subject of an email that opened a case", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { imani, reply } = await openMailCase(testApp);
    const raw = composeRaw({ Subject: "Re: RE: My visit on Friday", "Message-ID": "<a1@phone>" });
    await handIn(testApp, raw);
    const list = (await imani.request("GET", `${pathOf(inboxEndpoints.list)}?form=Email`)).json();
    const { subject, headers } = await reply("waiting", list.cases[0].reference);
    expect(subject).toBe("Re: My visit on Friday");
    expect(headers).toMatchObject({
      "In-Reply-To": "<a1@phone>",
      // After our acknowledgment.
      References: expect.stringMatching(/^<[^<>]+> <a1@phone>$/),
    });
    const answer = composeRaw({ Subject: "x", "In-Reply-To": "<a1@phone>" });
    expect(await handIn(testApp, answer)).toEqual([201, `added to ${list.cases[0].reference}`]);
  });

  test.each([
    ["In-Reply-To", (id: string) => ({ "In-Reply-To": `<${id}@example.com>` })],
    ["a host that a relay changed", (id: string) => ({ "In-Reply-To": `<${id}@relay.example>` })],
    ["References", (id: string) => ({ References: `<x@y> <${id}@example.com> <z@phone>` })],
  ])("is found by %s, whatever subject and sender", async (_name, headersOf) => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read } = await openMailCase(testApp);
    const [receipt] = await readOutbox(testApp);
    const headers = headersOf(receipt?.id ?? "");
    const other = composeRaw({ Subject: "Hi", From: "helen@work.example", ...headers });
    expect(await handIn(testApp, other)).toEqual([201, `added to ${reference}`]);
    const own = composeRaw({ Subject: "Hi", ...headers });
    expect(await handIn(testApp, own)).toEqual([201, `added to ${reference}`]);
    const senders = (await read()).entries.map(
      ({ email }: { email: { sender: string } | null }) => email?.sender,
    );
    expect(senders).toEqual([undefined, "other", "customer"]);
  });

  test("is not that of another person whose program gives every email the same ID", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { imani } = await openMailCase(testApp);
    const same = { Subject: "Hello", "Message-ID": "<mail@localhost>" };
    await handIn(testApp, composeRaw({ ...same, From: "otto@example.net" }));
    await handIn(testApp, composeRaw({ ...same, From: "ida@example.net" }));
    const answer = { ...same, "In-Reply-To": "<mail@localhost>", "Message-ID": "<n@localhost>" };
    const [, reason] = await handIn(testApp, composeRaw({ ...answer, From: "otto@example.net" }));
    const list = (await imani.request("GET", `${pathOf(inboxEndpoints.list)}?form=Email`)).json();
    const ottos = list.cases.find(({ name }: { name: string }) => name.startsWith("otto"));
    expect(reason).toBe(`added to ${ottos.reference}`);
    const [, third] = await handIn(testApp, composeRaw({ ...answer, From: "eve@example.net" }));
    expect(third).toMatch(/^stored as /);
  });
});
