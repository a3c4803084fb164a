import { expect, onTestFinished, test, vi } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";
import { startSmtpServer } from "../support/smtp.ts";
import { openTestApp } from "../support/test-app.ts";
import { drawTree, startTraceReceiver } from "../support/trace-receiver.ts";

const patience = { timeout: 30_000, interval: 20 };
const postPath = submissionPath(contactForm.collection);

/** Part of all personal values in the requests; must not appear in any trace. */
const mark = "quillfeather";
const person = {
  name: `Ruth ${mark}`,
  email: `${mark}@example.com`,
  message: `Please call ${mark} about the garden.`,
};
/** Trace context as an arbitrary client may send it. */
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callerId = "00f067aa0ba902b7";
const headers = {
  // Flag 00: not sampled by the caller.
  traceparent: `00-${traceId}-${callerId}-00`,
  tracestate: `vendor=${mark}`,
  baggage: `user=${mark}`,
  "user-agent": mark,
  cookie: `session=${mark}; s=${mark}`,
  "x-forwarded-for": "203.0.113.77",
  referer: `http://${mark}.example.com/`,
  authorization: `Bearer ${mark}`,
};

/**
 * Node option that prints on exit how many files of OpenTelemetry's packages were loaded; its API
 * aside, which the metrics import.
 */
const countPackages = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  let loaded = 0;
  process.on("exit", () => console.log("packages of tracing:", loaded));
  registerHooks({ load(url, context, next) {
    if (/opentelemetry\\/(?!api\\/)/.test(url)) loaded += 1;
    return next(url, context);
  } });`)}`;

async function startTraced(
  { dataDir, databaseUrl = "" }: { dataDir: string; databaseUrl?: string | undefined },
  settings: Readonly<Record<string, string>>,
) {
  const all = { DATABASE_URL: databaseUrl, LOG_LEVEL: "info", RATE_LIMITS: "off", ...settings };
  const server = await startServerProcess(dataDir, all);
  onTestFinished(async () => {
    await endProcess(server.child, "SIGKILL");
  });
  const send = (path: string, body?: object) =>
    fetch(`${server.origin}${path}`, {
      headers: { ...headers, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  return { ...server, send };
}

describeEachDialect("a trace", (_open, createDatabase, engine) => {
  test("follows a form post to the commit and its email, without personal values", async () => {
    const receiver = await startTraceReceiver();
    const smtp = await startSmtpServer();
    const server = await startTraced(await createDatabase("with tables"), {
      ...receiver.settings,
      SMTP_URL: smtp.url,
      OTEL_SERVICE_NAME: "site",
      OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=one%20two",
    });
    const posted = await server.send(`${postPath}?who=${mark}`, person);
    expect(posted.status).toBe(201);
    const pages = {
      [`/${mark}`]: "/*",
      [`${paths.contact}?sent=${mark}`]: paths.contact,
      [`${paths.messages}/${mark}`]: `${paths.messages}/:token`,
      [`${paths.messages.toUpperCase()}/${mark}`]: "/*",
      [`${deskPaths.inbox}/${mark}`]: `${deskPaths.start}/*`,
      [`/files/photo/${mark}/1`]: "/*",
    };
    for (const path of Object.keys(pages)) await server.send(path);
    // A rejected form with the values in its errors, and a failed login.
    await server.send(postPath, { ...person, email: mark });
    await server.send("/api/login", { email: person.email, password: mark });
    await expect.poll(() => smtp.emails.length, patience).toBe(1);
    await endProcess(server.child, "SIGTERM");

    // A process can exit before what it sent has arrived.
    const readOwn = () => receiver.spans().filter((span) => span.traceId === traceId);
    const readGets = () =>
      readOwn().filter(({ attributes }) => attributes["http.request.method"] === "GET");
    // The address in upper case redirects, and the request follows.
    const routes = [...Object.values(pages), `${paths.messages}/:token`].sort();
    await expect
      .poll(
        () =>
          readGets()
            .map(({ name }) => name)
            .sort(),
        patience,
      )
      .toEqual(routes.map((route) => `GET ${route}`));
    const readNames = () => receiver.spans().map(({ name }) => name);
    const others = [`POST ${postPath}`, "send email", "task emails", "job emails"];
    await expect.poll(readNames, patience).toEqual(expect.arrayContaining(others));
    const spans = receiver.spans();
    const own = readOwn();
    const post = own.find(({ attributes }) => attributes["http.response.status_code"] === 201);
    expect(post).toMatchObject({
      name: `POST ${postPath}`,
      parentId: callerId,
      attributes: { "http.request.method": "POST", "http.route": postPath },
    });
    expect(
      readGets()
        .map(({ attributes }) => attributes["http.route"])
        .sort(),
    ).toEqual(routes);
    const transaction = [
      "INSERT conversation_sent_emails",
      "INSERT mail_outbox",
      "INSERT submissions",
      "SELECT conversation_inbound_emails",
      "SELECT conversation_sent_emails",
      "SELECT submissions",
    ];
    // On SQLite one BEGIN and COMMIT serve many requests, so they belong to none.
    if (engine === "postgres") transaction.push("BEGIN", "COMMIT");
    expect(drawTree(own, post?.spanId ?? "")).toEqual([
      "transaction",
      ...transaction.sort((one, other) => one.localeCompare(other)).map((name) => `  ${name}`),
    ]);
    expect(own.find(({ name }) => name === "INSERT submissions")?.attributes).toEqual({
      "db.system.name": engine === "postgres" ? "postgresql" : "sqlite",
      "db.operation.name": "INSERT",
      "db.collection.name": "submissions",
    });
    const email = spans.find(({ name }) => name === "send email");
    expect(email?.attributes).toEqual({ "server.address": "127.0.0.1" });
    const task = spans.find(({ name }) => name === "task emails");
    expect(email).toMatchObject({ traceId: task?.traceId, parentId: task?.spanId });
    expect(new Set(receiver.services())).toEqual(new Set(["site"]));
    expect(receiver.headers()).toContain('"x-api-key":"one two"');

    await expect
      .poll(server.output)
      .toMatch(new RegExp(`"trace_id":"${traceId}".*"path":"${postPath}".*"status":201`));
    const bytes = receiver.bytes().toLowerCase();
    for (const value of [mark, "203.0.113.77", "garden", Buffer.from(mark).toString("base64")]) {
      expect(bytes).not.toContain(value.toLowerCase());
    }
  });

  const onSqlite = test.runIf(engine === "sqlite");

  onSqlite("with an unavailable receiver does not affect requests and logs one line", async () => {
    vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "100");
    onTestFinished(() => void vi.unstubAllEnvs());
    const lines: string[] = [];
    const settings = { LOG_LEVEL: "warn", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" };
    const logs = { write: (line: string) => void lines.push(line) };
    const { app, context } = await openTestApp(createDatabase, settings, logs);
    onTestFinished(() => context.tracing?.close().catch(() => {}));
    const sent = "traces cannot be sent and are dropped";
    const warnings = () => lines.filter((line) => line.includes(sent));
    // Enough requests for several batches, each of which fails.
    for (let count = 0; count < 1200; count += 1) {
      expect((await app.inject("/livez")).statusCode).toBe(200);
    }
    await expect.poll(() => warnings().length, patience).toBe(1);
    await context.tracing?.close().catch(() => {});
    expect(warnings()).toHaveLength(1);
    expect(JSON.parse(warnings()[0] ?? "")).toMatchObject({ level: 40, code: "ECONNREFUSED" });
  });

  onSqlite("with a hanging receiver delays no request, and shutdown only briefly", async () => {
    const receiver = await startTraceReceiver({ hangs: true });
    const settings = {
      ...receiver.settings,
      NODE_OPTIONS: countPackages,
      // So long that a slow computer does not make the shutdown take as long.
      OTEL_EXPORTER_OTLP_TIMEOUT: "100000",
    };
    const server = await startTraced(await createDatabase("with tables"), settings);
    expect((await server.send(postPath, person)).status).toBe(201);
    const start = performance.now();
    expect(await endProcess(server.child, "SIGTERM")).toBe(0);
    expect(performance.now() - start).toBeLessThan(25_000);
    await expect.poll(receiver.bytes).toContain("INSERT submissions");
    // A process can exit before its output has arrived.
    await expect.poll(server.output).toMatch(/packages of tracing: [1-9]/);
  });

  onSqlite("is off without the setting, and loads no packages", async () => {
    const options = await createDatabase("with tables");
    const server = await startTraced(options, { NODE_OPTIONS: countPackages });
    expect((await server.send(postPath, person)).status).toBe(201);
    await endProcess(server.child, "SIGTERM");
    await expect.poll(server.output).toContain("packages of tracing: 0\n");
    expect(server.output()).not.toContain("trace_id");
  });
});
