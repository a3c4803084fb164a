import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../tests/support/emails.ts";
import { validValues } from "../../../../tests/support/form-values.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import {
  submissionExtras,
  submissionPath,
} from "../../../platform/contract/form-engine/submission.ts";
import { newsletter } from "../../newsletter/contract/newsletter.ts";
import { contactForm } from "../contract/forms/contact.ts";

const { names } = newsletter;
const values = validValues(contactForm);

describeEachDialect("the operator and spam", (_open, createDatabase) => {
  async function openSite() {
    const options = await createDatabase("with tables");
    const site = await openTestApp(async () => options);
    const send = async (changes: object = {}) => {
      const url = submissionPath(contactForm.collection);
      const payload = { ...values, ...changes };
      return String((await site.app.inject({ method: "POST", url, payload })).json().reference);
    };
    const signUp = (email: string) => {
      site.clock.now += 1;
      return site.app.inject({
        method: "POST",
        url: submissionPath(newsletter.collection),
        payload: { [names.email]: email, [names.formTime]: 3000, [names.token]: "12345" },
      });
    };
    const env = { PUBLIC_URL: "https://www.example.com" };
    const ops = (...args: string[]) => runOps({ ...options, env }, ...args);
    const kinds = async () => (await readEmails(site.database)).map(({ kind }) => kind);
    return { send, signUp, ops, kinds };
  }

  test("is marked in lists, and left out of tables unless asked", async () => {
    const { send, ops } = await openSite();
    const good = await send();
    const bad = await send({ [submissionExtras.honeypot]: "pills" });
    const listed = JSON.parse((await ops("records", "ContactForm")).stdout);
    expect(listed.map((one: { spam?: string }) => one.spam)).toEqual([undefined, "honeypot"]);
    expect(listed[1].data).toEqual({ ...values, timestamp: expect.any(String) });
    expect(JSON.parse((await ops("find", bad)).stdout)).toMatchObject([{ spam: "honeypot" }]);
    const table = await ops("records", "ContactForm", "--csv");
    expect(table.stdout).toContain(good);
    expect(table.stdout).not.toContain(bad);
    expect(table.stderr).toBe("Left out as spam: 1. --with-spam includes them.\n");
    const all = await ops("records", "ContactForm", "--csv", "--with-spam");
    expect(all.stdout).toMatch(new RegExp(`,spam\r\n[^]*${good}[^]*${bad}[^]*,honeypot\r\n$`));
    expect(JSON.parse((await ops("spam", "list")).stdout)).toMatchObject([
      { collection: "ContactForm", reference: bad, spam: "honeypot" },
    ]);
  });

  test("no removes the mark and sends the held-back email once", async () => {
    const { send, ops, kinds } = await openSite();
    const bad = await send({ [submissionExtras.honeypot]: "pills" });
    expect(await kinds()).toEqual([]);
    const dry = await ops("spam", "no", bad, "--dry-run");
    expect(dry.stdout).toContain("is not spam. The sender is notified by email");
    expect(await kinds()).toEqual([]);
    const run = await ops("spam", "no", bad.toLowerCase());
    expect(run).toEqual({
      code: 0,
      stdout: `${bad} (ContactForm) is not spam. The sender is notified by email that it arrived.\n`,
      stderr: "",
    });
    expect(await kinds()).toEqual(["acknowledgement"]);
    expect(JSON.parse((await ops("spam", "list")).stdout)).toEqual([]);
    expect((await ops("spam", "no", bad)).stdout).toContain("was not spam before");
    expect((await ops("spam", "yes", bad)).stdout).toContain("is spam.");
    expect((await ops("spam", "no", bad)).stdout).toBe(`${bad} (ContactForm) is not spam.\n`);
    expect(await kinds()).toEqual(["acknowledgement"]);
    for (const args of [["no"], ["no", "2222AAAA"], ["no", "x"], ["maybe", bad], []]) {
      expect((await ops("spam", ...args)).code).toBe(1);
    }
  });

  test("among newsletter signups is left out of the export until it is cleared", async () => {
    const { signUp, ops } = await openSite();
    const people = [1, 2, 3, 4, 5, 6].map((number) => `person${number}@example.com`);
    for (const email of people) await signUp(email);
    const listed = JSON.parse((await ops("records", newsletter.collection)).stdout);
    expect(listed.at(-1)).toMatchObject({ spam: "many-from-address" });
    const addresses = async (...args: string[]) => {
      const { stdout } = await ops("newsletter", "export", ...args);
      return JSON.parse(stdout).map(({ email }: { email: string }) => email);
    };
    expect(await addresses()).toEqual(people.slice(0, 5));
    expect(await addresses("--with-spam")).toEqual(people);
    expect((await ops("spam", "no", "PERSON6@example.com")).code).toBe(0);
    expect(await addresses()).toEqual(people);
    expect((await ops("spam", "no", "person6@example.com")).code).toBe(1);
  });

  test("one marked signup among good ones excludes no subscriber; the only one does", async () => {
    const { signUp, ops } = await openSite();
    const real = "person1@example.com";
    for (const number of [1, 2, 3, 4, 5]) await signUp(`person${number}@example.com`);
    // The sixth from one address within the window is marked.
    await signUp(real);
    await signUp("only@example.com");
    const listed: readonly { data: { email: string } }[] = JSON.parse(
      (await ops("spam", "list")).stdout,
    );
    expect(listed.map(({ data }) => data.email).sort()).toEqual(["only@example.com", real]);
    const exported = async () =>
      JSON.parse((await ops("newsletter", "export")).stdout).map(
        ({ email }: { email: string }) => email,
      );
    expect(await exported()).toContain(real);
    expect(await exported()).not.toContain("only@example.com");
    // Without the good signup only the marked one is left.
    expect((await ops("newsletter", "unsubscribe", "--email", real)).code).toBe(0);
    await signUp(real);
    expect(await exported()).not.toContain(real);
  });

  test("newsletter export gives each address its own link, and needs PUBLIC_URL for it", async () => {
    const { signUp, ops } = await openSite();
    await signUp("ada@example.com");
    await signUp("ada@example.com");
    const rows = JSON.parse((await ops("newsletter", "export")).stdout);
    expect(rows).toEqual([
      {
        email: "ada@example.com",
        unsubscribe: expect.stringMatching(/^https:\/\/www\.example\.com\/.*[?&]t=/),
      },
    ]);
    const options = await createDatabase("with tables");
    const without = await runOps({ ...options, env: { PUBLIC_URL: "" } }, "newsletter", "export");
    expect(without).toEqual({
      code: 1,
      stdout: "",
      stderr: "Set PUBLIC_URL: the unsubscribe links contain it.\n",
    });
  });
});
