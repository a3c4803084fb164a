import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { validValues } from "../../../../tests/support/form-values.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { submissionPath } from "../../../platform/contract/form-engine/submission.ts";
import { contactForm } from "../../messages/contract/forms/contact.ts";
import { intakeNames, tracks } from "../../recruiting/contract/recruiting-endpoints.ts";
import { waitlistForm } from "../../recruiting/contract/waitlist-form.ts";
import { dataDeletionForm } from "../contract/data-deletion.ts";

/** One number, as four people typed it. */
const [typed, dotless, spaced, bare] = [
  "(970) 555-0188",
  "970-555-0188",
  "970 555 0188",
  "9705550188",
] as const;
const other = "303-555-0143";
const ruth = "ruth@example.com";

interface Found {
  readonly collection: string;
  readonly reference: string;
  readonly data: { readonly name: string };
}

describeEachDialect("the operator and phone numbers", (_open, createDatabase) => {
  /** A wait list with three people who gave only a phone number, two of them the same number. */
  async function openSite() {
    const options = await createDatabase("with tables");
    const { app, submissions } = await openTestApp(async () => options, {}, undefined, {
      openMarkets: ["802"],
    });
    const post = async (collection: string, payload: object) => {
      const url = submissionPath(collection);
      return String((await app.inject({ method: "POST", url, payload })).json().reference);
    };
    for (const [name = "", phone = ""] of [
      ["Ruth Alder", spaced],
      ["Sam Alder", dotless],
      ["Grace Okafor", other],
    ]) {
      const answers = { name, phone, email: "", zip: "10001", consent: "yes" };
      await new TestBrowser(app).post(tracks.care.getStarted, {
        ...answers,
        [intakeNames.step]: "waitlist",
      });
    }
    const contact = { ...validValues(contactForm), email: ruth, phone: typed };
    const written = await post(contactForm.collection, contact);
    const ask = (phone: string) => {
      const values = { ...validValues(dataDeletionForm), email: ruth, phone };
      return post(dataDeletionForm.collection, values);
    };
    const stored = await submissions();
    const referenceOf = (name: string) =>
      String(stored.find(({ data }) => data.name === name)?.reference);
    const ops = (...args: string[]) => runOps(options, ...args);
    const waiting = async () => {
      const listed: Found[] = JSON.parse((await ops("records", waitlistForm.collection)).stdout);
      return listed.map(({ data }) => data.name);
    };
    return { app, ask, ops, waiting, written, referenceOf };
  }

  test("find and preview list every record with a number, however it is typed", async () => {
    const { app, ops, written } = await openSite();
    await signUp(app, { email: "walter@example.com", phone: dotless });
    await signUp(app, { email: "nobody@example.com", phone: other });
    for (const word of [typed, dotless, spaced, bare, `+1 ${dotless}`]) {
      const found: Found[] = JSON.parse((await ops("find", word)).stdout);
      expect(found.map(({ collection, data }) => [collection, data.name])).toEqual([
        ["Users", undefined],
        [waitlistForm.collection, "Ruth Alder"],
        [waitlistForm.collection, "Sam Alder"],
        [contactForm.collection, expect.any(String)],
      ]);
      expect(found.at(-1)).toMatchObject({ reference: written });
    }
    const previewed = JSON.parse((await ops("deletion", "preview", typed)).stdout);
    expect(previewed.phone).toBe(bare);
    expect(previewed.records).toEqual(JSON.parse((await ops("find", bare)).stdout));
    expect((await ops("find", "970-555-0189")).code).toBe(1);
  });

  test("carry-out deletes a record found only by phone number when it is named", async () => {
    const { ask, ops, waiting, referenceOf } = await openSite();
    const reference = await ask("");
    const [hers, his] = [referenceOf("Ruth Alder"), referenceOf("Sam Alder")];
    const held = JSON.parse((await ops("deletion", "preview", reference)).stdout);
    expect(held.phoneOnly.map((one: Found) => one.reference)).toEqual([hers, his]);
    const carryOut = (...args: string[]) => ops("deletion", "carry-out", reference, ...args);

    const undecided = await carryOut();
    expect(undecided).toMatchObject({ code: 1, stdout: "" });
    expect(undecided.stderr).toContain(
      `  ${hers} ${waitlistForm.collection} Ruth Alder ${spaced}\n`,
    );
    expect(undecided.stderr).toContain(
      `  ${his} ${waitlistForm.collection} Sam Alder ${dotless}\n`,
    );
    const stranger = referenceOf("Grace Okafor");
    for (const args of [
      ["--also", hers],
      ["--also", hers, "--also", his, "--also", stranger],
      ["--also", hers, "--keep", hers, "--keep", his],
      ["--also", hers, "--keep", "x"],
      ["--also", hers, "--keep", his, "--phone", "nothing"],
    ]) {
      expect(await carryOut(...args)).toMatchObject({ code: 1, stdout: "" });
    }
    const decision = ["--also", hers.toLowerCase(), "--keep", his];
    expect((await carryOut(...decision, "--dry-run")).stdout).toContain(
      `(dry run, nothing changed)   also: ${hers}\n`,
    );
    expect(await waiting()).toEqual(["Ruth Alder", "Sam Alder", "Grace Okafor"]);
    expect(await carryOut(...decision)).toMatchObject({ code: 0, stderr: "" });
    expect(await waiting()).toEqual(["Sam Alder", "Grace Okafor"]);
  });

  test("a second number, or the request's own, finds the person's records too", async () => {
    const { ask, ops, waiting, referenceOf } = await openSite();
    await ops("submissions", "delete", referenceOf("Ruth Alder"));
    await ops("submissions", "delete", referenceOf("Sam Alder"));
    const hers = referenceOf("Grace Okafor");
    const phoneOnly = async (...args: string[]) => {
      const { stdout } = await ops("deletion", "preview", ...args);
      return JSON.parse(stdout).phoneOnly.map((one: Found) => one.reference);
    };
    const without = await ask("");
    expect(await phoneOnly(without)).toEqual([]);
    expect(await phoneOnly(ruth, "--phone", "(303) 555 0143")).toEqual([hers]);
    const asked = ["deletion", "carry-out", without, "--phone", other] as const;
    expect((await ops(...asked)).stderr).toContain(hers);
    expect((await ops(...asked, "--keep", hers)).code).toBe(0);
    const reference = await ask(other);
    expect(await phoneOnly(reference)).toEqual([hers]);
    expect((await ops("deletion", "carry-out", reference, "--also", hers)).code).toBe(0);
    expect(await waiting()).toEqual([]);
  });
});
