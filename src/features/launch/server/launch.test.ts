import { utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { signedEvent, webhookSecret } from "../../../../tests/support/fake-stripe.ts";
import { composeRaw, handIn, inboundSettings } from "../../../../tests/support/inbound-mail.ts";
import { startLaunchNet } from "../../../../tests/support/launch-net.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { startSmtpServer } from "../../../../tests/support/smtp.ts";
import { addPasskey, readAuditLog, signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { brand } from "../../../brand.ts";
import { claims, confirmations } from "../../../claims.ts";
import { pathOf } from "../../../platform/contract/define-endpoint.ts";
import { days, hours, minutes } from "../../../platform/contract/durations.ts";
import { EmailWorker } from "../../../platform/server/mail/email-worker.ts";
import { stripeWebhook } from "../../payments/contract/payments.ts";
import { retentionEndpoints } from "../../retention/contract/retention.ts";
import { type LaunchResponse, launchEndpoints, probeEndpoint } from "../contract/launch.ts";
import type { OwnersWords } from "./checks/words.ts";
import { signProbe } from "./probe.ts";
import { runChecks } from "./run-checks.ts";

const now = Date.parse("2026-11-28T15:00:00Z");
const reviewed = { evidence: "Contract 7 in the legal folder", reviewBy: "2027-06-01" };

/** Those of an owner who is ready. */
const words: OwnersWords = {
  brand: {
    postalAddress: { street: "14 Larimer Street" },
    email: { support: "a@b.com" },
    phone: { e164: "+13034441212" },
    memberLine: null,
    apps: {
      main: { ...brand.apps.main, appStore: "https://a", googlePlay: "https://g" },
      caregiver: { ...brand.apps.caregiver, appStore: "https://a", googlePlay: "https://g" },
      provider: { ...brand.apps.provider, appStore: "https://a", googlePlay: "https://g" },
    },
    carePlusCheckout: { monthly: "https://c", annual: "https://c" },
    testimonials: [{ who: "Nadia, driver" }],
    articles: [],
  },
  claims: claims.map((claim) => ({ ...claim, ...reviewed })),
  confirmations: confirmations.map((one) => ({ ...one, ...reviewed })),
  legal: { termsEffective: "2026-10-01", privacyUpdated: "2026-10-01" },
  readPages: async () => new Map([["privacy", "We do not sell your data."]]),
};

const left = ({ items }: LaunchResponse) =>
  items.flatMap(({ id, state }) => (state === "ok" ? [] : [`${id} ${state}`]));

describeEachDialect("the launch check", (_open, createDatabase, engine) => {
  /** A site at which nothing is missing. */
  async function openReadySite() {
    const net = await startLaunchNet();
    const smtp = await startSmtpServer();
    const env = {
      ...inboundSettings,
      PUBLIC_URL: net.publicUrl,
      TRUST_PROXY: "on",
      SMTP_URL: smtp.url,
      MAIL_FROM: "Help <help@launch.test>",
      STAFF_EMAIL: "staff@launch.test",
      METRICS_TOKEN: "m".repeat(32),
      STRIPE_SECRET_KEY: "sk_live_1",
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
      TWILIO_AUTH_TOKEN: "0".repeat(32),
      TWILIO_FROM: `MG${"2".repeat(32)}`,
    };
    const testSettings = {
      launch: net.settings,
      stripeApiUrl: net.apiUrl,
      twilioApiUrl: net.apiUrl,
    };
    const options = await createDatabase("with tables");
    const site = await openTestApp(async () => options, env, undefined, { testSettings });
    site.clock.now = now;
    net.behavior.site = site;
    const check = async () => left(await runChecks(site.context, words));
    const imani = await signInStaff(site, ["admin"], "Imani Bell");
    const headers = { cookie: `__Host-${imani.cookie}` };
    const admin = {
      id: imani.id,
      request: (method: "GET" | "POST" | "PUT", url: string, body?: object) =>
        imani.request(method, url, body, headers),
    };
    const second = await signInStaff(site, ["admin"], "Ada Olsen");
    /** A file whose time is that of a backup. */
    const touch = (name: string, at: number) => {
      const file = path.join(site.dataDir, name);
      writeFileSync(file, "");
      utimesSync(file, at / 1000, at / 1000);
    };
    /** The test email goes out, and comes back as the program of the mail server hands it in. */
    const sendTest = async () => {
      expect((await admin.request("POST", pathOf(launchEndpoints.sendTest))).statusCode).toBe(200);
      const worker = new EmailWorker(site.context, site.app.log);
      await expect.poll(() => smtp.emails.length).toBe(1);
      await worker.stop();
      const [email] = smtp.emails;
      expect(email?.to).toEqual(["reply+test@example.com"]);
      return { "Message-ID": email?.headers["message-id"] ?? "" };
    };
    const signature = { "DKIM-Signature": "v=1; a=rsa-sha256; d=launch.test;\r\n s=mail; bh=x" };
    const event = signedEvent({ id: "evt_1", account: "acct_1", needs: [], created: now / 1000 });
    const steps = {
      passkeys: () => Promise.all([addPasskey(site, admin.id), addPasskey(site, second.id)]),
      retention: () =>
        admin.request("PUT", pathOf(retentionEndpoints.save), { rules: { ContactForm: 12 } }),
      backup: async () => touch("last-backup", now - hours(3)),
      restore: async () => touch("last-restore", now - days(3)),
      metrics: () =>
        site.app.inject({
          url: "/metrics",
          headers: { authorization: `Bearer ${env.METRICS_TOKEN}` },
        }),
      payments: () => site.app.inject({ method: "POST", url: pathOf(stripeWebhook), ...event }),
      email: async () => {
        const id = await sendTest();
        expect(await handIn(site, composeRaw({ ...id, ...signature }))).toEqual([
          202,
          "it is one of ours",
        ]);
      },
    };
    return { net, site, env, testSettings, options, check, admin, touch, steps };
  }

  test("is red at first, says each next step, and becomes green one by one", async () => {
    const { check, steps, site, admin } = await openReadySite();
    const lacking: Readonly<Record<keyof typeof steps, readonly string[]>> = {
      passkeys: ["admins todo"],
      retention: ["retention todo"],
      backup: ["backup wrong"],
      restore: ["restore todo"],
      metrics: ["alerts todo"],
      payments: ["payment-webhook todo"],
      email: ["dkim todo", "smtp todo", "inbound-email todo"],
    };
    const missing = new Set(Object.values(lacking).flat());
    expect(new Set(await check())).toEqual(missing);
    for (const [name, step] of Object.entries(steps)) {
      await step();
      for (const one of lacking[name as keyof typeof steps]) missing.delete(one);
      await expect.poll(async () => [name, new Set(await check())]).toEqual([name, missing]);
    }
    const { items } = await runChecks(site.context, words);
    expect(items.every(({ next }) => next === null)).toBe(true);
    const log = await readAuditLog(site);
    expect(log.filter(({ what }) => what === "Sent a test email")).toMatchObject([
      { actor: "Imani Bell", target: "Ready to open" },
    ]);
    // Within a minute no second one is sent, and none is recorded.
    await admin.request("POST", pathOf(launchEndpoints.sendTest));
    expect(await readAuditLog(site)).toHaveLength(log.length);
    expect(await site.submissions()).toEqual([]);
  });

  if (engine !== "sqlite") return;

  test("notices what gets worse, and says it at the desk and to the operator", async () => {
    const { net, check, steps, site, admin, touch, ...run } = await openReadySite();
    for (const step of Object.values(steps)) await step();
    await expect.poll(check).toEqual([]);
    const { behavior, texts } = net;
    const set = (change: Partial<typeof behavior>) => () => Object.assign(behavior, change);
    const restored = { ...behavior };
    const changes: readonly (readonly [change: () => unknown, string])[] = [
      [set({ forwarding: "passes on" }), "trust-proxy wrong"],
      [set({ forwarding: "removes" }), "trust-proxy wrong"],
      [set({ hsts: "max-age=300; includeSubDomains" }), "hsts wrong"],
      [set({ hsts: "max-age=31536000" }), "hsts wrong"],
      [set({ bareLeadsTo: "https://launch.test" }), "bare-domain wrong"],
      [set({ apiStatus: 401 }), "payment-keys wrong, texts wrong"],
      [set({ campaign: "FAILED" }), "texts wrong"],
      [set({ timeAheadMs: minutes(2) }), "clock wrong"],
      [() => texts.set("launch.test", "v=spf1 +all"), "spf wrong"],
      [() => texts.delete("_dmarc.launch.test"), "dmarc wrong"],
      [() => texts.delete("mail._domainkey.launch.test"), "dkim wrong"],
      [() => touch("last-backup", now - hours(27)), "backup wrong"],
      [() => touch("last-restore", now - days(8)), "restore todo"],
    ];
    behavior.forwarding = "replaces";
    expect(await check()).toEqual([]);
    const before = new Map(texts);
    for (const [change, expected] of changes) {
      change();
      expect((await check()).join(", "), change.toString()).toBe(expected);
      Object.assign(behavior, restored);
      for (const [name, text] of before) texts.set(name, text);
      touch("last-backup", now);
      touch("last-restore", now);
    }
    site.clock.now += days(31);
    const later = (await check()).filter((one) => /email|smtp|dkim|payment/.test(one));
    expect(later.toSorted()).toEqual(["inbound-email todo", "payment-webhook todo", "smtp todo"]);
    site.clock.now = now;

    // With the words of this build, which still has examples.
    const shown = await admin.request("GET", pathOf(launchEndpoints.read));
    const response: LaunchResponse = shown.json();
    expect(left(response)).toContain("words-testimonials wrong");
    const { code, stdout, stderr } = await runOps(
      { ...run.options, env: run.env, testSettings: run.testSettings },
      "launch-check",
      "--json",
    );
    const printed: LaunchResponse = JSON.parse(stdout);
    expect(printed.items.map(({ id }) => id)).toEqual(response.items.map(({ id }) => id));
    expect([code, /^Not ready: \d+ wrong, \d+ to do\.$/m.test(stderr)]).toEqual([1, true]);
    for (const secret of [
      "sk_live_1",
      "0".repeat(32),
      "m".repeat(32),
      inboundSettings.INBOUND_MAIL_TOKEN,
    ]) {
      expect(stdout).not.toContain(secret);
    }
  });

  test("the probe answers only a request that this database signed just now", async () => {
    const { site } = await openReadySite();
    const ask = async (authorization: string) => {
      const answer = await site.app.inject({
        url: pathOf(probeEndpoint),
        headers: { authorization: `Bearer ${authorization}` },
      });
      return answer.statusCode;
    };
    const { secret } = site.context;
    expect(await ask(signProbe(secret, Date.now()))).toBe(200);
    expect(await ask(signProbe(secret, Date.now() - minutes(2)))).toBe(401);
    expect(await ask(signProbe(Buffer.alloc(32), Date.now()))).toBe(401);
    expect(await ask("")).toBe(401);
  });
});
