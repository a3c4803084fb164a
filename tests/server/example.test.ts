import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startApp } from "../../examples/app/app.ts";
import { addClient } from "../../src/features/identity/server/clients.ts";
import { addEndpoint } from "../../src/features/integrations/server/webhooks/manage-webhooks.ts";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { replyEndpoints } from "../../src/features/messages/contract/reply-endpoints.ts";
import { sendDueReplies } from "../../src/features/messages/server/replies/send-due.ts";
import { commandLine } from "../../src/features/staff/server/write-audit.ts";
import { pathOf, withId } from "../../src/platform/contract/define-endpoint.ts";
import { hours, minutes } from "../../src/platform/contract/durations.ts";
import { openProgram } from "../support/api.ts";
import { describeOnSqlite } from "../support/dialects.ts";
import { readBlocks } from "../support/document-blocks.ts";
import { findFreePort } from "../support/free-port.ts";
import { newAccount, signUp } from "../support/portal.ts";
import { signInStaff } from "../support/staff.ts";
import { openTestApp } from "../support/test-app.ts";

/** A browser that keeps cookies and follows redirects. */
class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const { host, origin } = new URL(address);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    const response = await fetch(address, {
      redirect: "manual",
      method: form ? "POST" : "GET",
      headers: {
        accept: "text/html",
        cookie: [...jar].map((pair) => pair.join("=")).join("; "),
        ...(form && { origin, "sec-fetch-site": "same-origin" }),
      },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";")[0]?.split("=") ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get("location");
    if (location !== null) return this.open(new URL(location, address).href);
    Object.defineProperty(response, "url", { value: address });
    return response;
  }
}

interface Shown {
  readonly user: { readonly uid: string; readonly name: string };
  readonly requests: Readonly<Record<string, string>>;
  readonly cases: Readonly<Record<string, { readonly messages: readonly { from: string }[] }>>;
}

describeOnSqlite("the example of an app", (_open, createDatabase) => {
  test("logs in, delivers, answers support, and catches up after an hour", async () => {
    const port = await findFreePort();
    const origin = `http://127.0.0.1:${port}`;
    const site = await openTestApp(createDatabase, { PUBLIC_URL: origin }, undefined, {
      testSettings: { allowLoopback: true },
    });
    const { app, context, database, clock } = site;
    clock.now = Date.now();
    const ruth = await signUp(app);
    const imani = await signInStaff(site, ["agent"], "Imani Bell");
    const scopes = ["requests:write", "cases:write", "events:read"] as const;
    const { token, call } = await openProgram(site, ...scopes);
    const ownPort = await findFreePort();
    const ownOrigin = `http://127.0.0.1:${ownPort}`;
    const { clientId, webhookSecret } = await database.write(async (trx) => {
      const client = {
        name: "Example",
        redirectUris: [`${ownOrigin}/callback`],
        postLogoutUris: [],
        backchannelUri: null,
      };
      const by = { actor: commandLine, config: context.config, now: clock.now };
      const id = await addClient(trx, client, by);
      const url = `${ownOrigin}/events`;
      const hook = { url, topics: ["request", "case"] as const, includesContents: false };
      const added = await addEndpoint(trx, commandLine, { ...hook, isTest: false }, context);
      return { clientId: id, webhookSecret: added.secret };
    });
    const file = path.join(site.dataDir, "example.json");
    const own = { ownOrigin, port: ownPort, file };
    const start = async () => {
      const example = await startApp({ origin, token, clientId, webhookSecret, ...own });
      onTestFinished(example.stop);
      return example;
    };

    // The site is down: the request waits.
    let example = await start();
    const ride = {
      customer: { uid: ruth.uid },
      requestTitle: "Ride",
      assignedTo: "",
      assignedToUid: "",
      requestCompleted: false,
      dateCompleted: null,
      price: null,
    };
    example.deliver("app:1", ride);
    await app.listen({ port, host: "127.0.0.1" });
    const patience = { timeout: 20_000, interval: 100 };
    const statusOf = async (id: string) => (await call(`GET /requests/${id}`)).body.status;
    await expect.poll(() => statusOf("app:1"), patience).toBe("in-progress");

    const browser = new Browser();
    const login = await browser.open(`${ownOrigin}/`);
    const { email, password } = newAccount;
    const next = new URL(login.url).searchParams.get("next") ?? "";
    const form = { email, password, _next: next };
    expect((await browser.open(`${origin}/portal/login`, form)).status).toBe(200);
    const show = async (): Promise<Shown> => (await browser.open(`${ownOrigin}/`)).json() as never;
    expect(await show()).toMatchObject({ user: { uid: ruth.uid, name: "Ruth" } });

    const reference = await example.askSupport(ruth.uid, "Where is Tom?");
    const reply = async (text: string) => {
      const read = pathOf(withId(inboxEndpoints.read, reference));
      const { version } = (await imani.request("GET", read)).json();
      const body = { text, blanks: {}, statusAfter: "waiting", templateId: "", version };
      const path = pathOf(withId(replyEndpoints.send, reference));
      expect((await imani.request("POST", path, body)).statusCode).toBe(200);
      clock.now += minutes(1);
      await sendDueReplies(context);
    };
    const saidBy = async () =>
      (await show()).cases[reference]?.messages.map(({ from }) => from).join();
    expect(await saidBy()).toBe("customer");
    await reply("On the way.");
    await expect.poll(saidBy, patience).toBe("customer,staff");
    await example.answerSupport(reference, "Thank you!");
    expect(await saidBy()).toBe("customer,staff,customer");

    const forged = { method: "POST", body: "{}", headers: { "webhook-id": "1" } };
    expect((await fetch(`${ownOrigin}/events`, forged)).status).toBe(401);

    // Down for an hour, in which much happens.
    await example.stop();
    await reply("You are welcome.");
    await call("PUT /requests/app:2", ride);
    await call("DELETE /requests/app:1", { reason: "Not needed" });
    clock.now += hours(1);
    example = await start();
    // Whoever is logged in agrees before another program at this address gets access.
    const question = await browser.open(`${ownOrigin}/`);
    const [, action = ""] = /action="(\/oauth[^"]*)"/.exec(await question.text()) ?? [];
    const agreed = await browser.open(origin + action, {});
    await browser.open(origin + (agreed.headers.get("refresh") ?? "").replace("0; url=", ""));
    await expect.poll(saidBy, patience).toBe("customer,staff,customer,staff");
    expect((await show()).requests).toEqual({ "app:1": "canceled", "app:2": "in-progress" });
  });

  test("is what docs/api.md walks through, with commands that work", async () => {
    const [port, ownPort] = [await findFreePort(), await findFreePort()];
    const origin = `http://127.0.0.1:${port}`;
    const site = await openTestApp(createDatabase, { PUBLIC_URL: origin });
    site.clock.now = Date.now();
    await site.app.listen({ port, host: "127.0.0.1" });
    const words = readFileSync("docs/api.md", "utf8").split(/\s+/).length;
    expect(words).toBeLessThanOrEqual(3000);
    const blocks = readBlocks("docs/api.md").filter(({ language }) => language === "sh");
    const [started, ...others] = blocks.map(({ comment }) => comment);
    expect([started, others.filter(Boolean)]).toEqual([
      expect.stringMatching(/^not run: /),
      ["runs until Ctrl+C"],
    ]);
    const script = blocks
      .slice(1)
      .map(({ text }) => text)
      .join("\n")
      .replaceAll("http://127.0.0.1:4600", origin)
      .replaceAll("data/demo", site.dataDir)
      .replaceAll("4800", String(ownPort));
    const child = spawn("sh", ["-e", "-c", script], {
      env: { PATH: process.env.PATH, HOME: site.dataDir, PUBLIC_URL: origin },
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    const exited = once(child, "exit");
    onTestFinished(async () => {
      process.kill(-(child.pid ?? Number.NaN), "SIGKILL");
      await exited;
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
    });
    const isUp = async () => {
      if (child.exitCode !== null) throw new Error(`The commands ended:\n${output}`);
      const own = fetch(`http://127.0.0.1:${ownPort}/`, { redirect: "manual" });
      return (await own.catch(() => undefined))?.headers.get("location") ?? "";
    };
    await expect.poll(isUp, { timeout: 60_000, interval: 200 }).toContain(`${origin}/oauth/auth?`);
    expect(output).toContain('"externalId":"app:1"');
    expect(output).toContain('"type":"request.created"');
  });
});
