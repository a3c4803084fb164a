import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../tests/support/emails.ts";
import { signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { inboxEndpoints } from "../../../contract/desk/inbox.ts";
import { replyEndpoints } from "../../../contract/desk/reply-endpoints.ts";
import { hours, seconds } from "../../../contract/durations.ts";
import { pathOf } from "../../../contract/endpoints/define-endpoint.ts";
import { inboundMailEndpoints } from "../../../contract/endpoints/inbound-mail.ts";
import { sendDueReplies } from "../../desk/replies/send-due.ts";

const token = "a".repeat(32);
const settings = { INBOUND_MAIL_TOKEN: token, INBOUND_MAIL_ADDRESS: "reply@example.com" };
const helen = { name: "Helen Brandt", email: "Helen@example.com", phone: "", message: "Too small" };

const quoted = "It is a Pixel.\r\n\r\nOn Mon, Support wrote:\r\n> Which phone?\r\n";

function compose(headers: Readonly<Record<string, string>>, body = quoted): string {
  const all = {
    From: "Helen Brandt <helen@example.com>",
    To: "support@example.com",
    Subject: "Re: hello",
    "Message-ID": "<one@example.com>",
    "Content-Type": "text/plain; charset=utf-8",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

async function openCase(testApp: TestApp) {
  const reference = await submitForm(testApp, helen);
  await makeAllCases(testApp);
  const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
  const read = async () =>
    (await imani.request("GET", pathOf(inboxEndpoints.read).replace(":id", reference))).json();
  const handIn = async (message: string, authorization = `Bearer ${token}`) => {
    const response = await testApp.app.inject({
      method: "POST",
      url: pathOf(inboundMailEndpoints.receive),
      headers: { authorization, "content-type": "message/rfc822" },
      payload: message,
    });
    return [response.statusCode, response.json().reason ?? response.json().code];
  };
  const replyAddress = async () => {
    const reply = { version: (await read()).version, text: "Which phone?", blanks: {} };
    const more = { statusAfter: "waiting", templateId: "" };
    const send = pathOf(replyEndpoints.send).replace(":id", reference);
    await imani.request("POST", send, { ...reply, ...more });
    testApp.clock.now += seconds(10);
    await sendDueReplies(testApp.context);
    const row = await testApp.database.db
      .selectFrom("mail_outbox")
      .select("headers")
      .where("kind", "=", "reply")
      .executeTakeFirstOrThrow();
    return String(JSON.parse(row.headers)["Reply-To"]);
  };
  return { reference, read, handIn, replyAddress };
}

describeEachDialect("an inbound email", (_open, createDatabase) => {
  test("is added to its case by the reply address, once, without quotes", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, read, handIn, replyAddress } = await openCase(testApp);
    const to = await replyAddress();
    expect(to).toMatch(/^reply\+[0-9a-z]{8}-[0-9a-f]{32}@example\.com$/);
    const message = compose({ To: to.toUpperCase(), From: "daughter@example.net" });
    expect(await handIn(message)).toEqual([201, `added to ${reference}`]);
    expect(await handIn(message)).toEqual([202, "it was received before"]);
    expect(await read()).toMatchObject({
      status: "in-progress",
      entries: [{}, {}, { kind: "message", via: "email", text: "It is a Pixel." }],
    });
    const forged = to.replace(/.@/, (end) => (end === "0@" ? "1@" : "0@"));
    const other = compose({ To: forged, "Message-ID": "<two@example.com>" });
    expect(await handIn(other)).toEqual([202, "it belongs to no case or application"]);
  });

  test("is added to its case by the reference, only from the person's own address", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, read, handIn } = await openCase(testApp);
    const subject = { Subject: `Re: Your message ${reference.toLowerCase()}` };
    const stranger = compose({ ...subject, From: "mallory@example.com" });
    expect(await handIn(stranger)).toEqual([202, "it belongs to no case or application"]);
    expect(await handIn(compose({}))).toEqual([202, "it belongs to no case or application"]);
    expect((await read()).entries).toHaveLength(1);
    const html = { ...subject, "Content-Type": "text/html; charset=utf-8" };
    const body =
      "<style>p{}</style><p>It is a &lt;Pixel&gt;.</p><div>On Mon, Nov 23, 2026 at 9:12 AM X (x@example.com) wrote:</div><p>x</p>";
    expect(await handIn(compose(html, body))).toEqual([201, `added to ${reference}`]);
    expect((await read()).entries[1].text).toBe("It is a <Pixel>.");
  });

  test("sent automatically is ignored, and so is one of our own", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, read, handIn } = await openCase(testApp);
    const subject = { Subject: reference };
    for (const headers of [
      { "Auto-Submitted": "auto-replied" },
      { "Content-Type": "multipart/report; report-type=disposition-notification; boundary=x" },
    ]) {
      const body = "--x\r\nContent-Type: message/disposition-notification\r\n\r\n--x--";
      expect(await handIn(compose({ ...subject, ...headers }, body))).toEqual([
        202,
        "it was sent automatically",
      ]);
    }
    const own = await testApp.database.db
      .selectFrom("mail_outbox")
      .select("id")
      .executeTakeFirstOrThrow();
    const back = compose({ ...subject, "Message-ID": `<${own.id}@example.com>` });
    expect(await handIn(back)).toEqual([202, "it is one of ours"]);
    expect((await read()).entries).toHaveLength(1);
    const human = compose({ ...subject, "Auto-Submitted": "no" });
    expect(await handIn(human)).toEqual([201, `added to ${reference}`]);
  });

  test("stops two auto-responders that answer each other", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, read, handIn } = await openCase(testApp);
    let last: unknown[] = [];
    for (let count = 0; count < 21; count += 1) {
      const headers = { Subject: reference, "Message-ID": `<${count}@example.com>` };
      last = await handIn(compose(headers));
    }
    expect(last).toEqual([202, "its conversation got too many emails within an hour"]);
    expect((await read()).entries).toHaveLength(21);
    testApp.clock.now += hours(1);
    const later = compose({ Subject: reference, "Message-ID": "<later@example.com>" });
    expect(await handIn(later)).toEqual([201, `added to ${reference}`]);
  });

  test("with files is stored without them, and its sender is notified", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, read, handIn } = await openCase(testApp);
    const body = [
      "--x\r\nContent-Type: text/plain\r\n\r\nSee the picture.",
      '--x\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename="a.png"\r\n\r\nabc',
      "--x--\r\n",
    ].join("\r\n");
    for (let count = 0; count < 4; count += 1) {
      const headers = {
        Subject: reference,
        "Content-Type": "multipart/mixed; boundary=x",
        "Message-ID": `<${count}@example.com>`,
      };
      await handIn(compose(headers, body));
    }
    expect((await read()).entries[1].text).toBe("See the picture.");
    const answers = (await readEmails(testApp.database)).filter(
      ({ kind }) => kind === "attachments-refused",
    );
    expect(answers.map(({ recipient }) => recipient)).toEqual(Array(2).fill("helen@example.com"));
  });

  test("needs the token", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, handIn, read } = await openCase(testApp);
    const message = compose({ Subject: reference });
    for (const wrong of ["", "Bearer", `Bearer ${token}a`, `Basic ${token}`]) {
      expect(await handIn(message, wrong)).toEqual([401, "wrong-token"]);
    }
    expect((await handIn("a".repeat(11 * 1024 * 1024)))[0]).toBe(413);
    expect((await handIn("\u0000\u0001"))[0]).toBe(202);
    expect((await read()).entries).toHaveLength(1);
  });
});
