import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { textQueue } from "../../src/features/texts/server/outbox.ts";
import { textSender } from "../../src/features/texts/server/text-worker.ts";
import { type OpenEndpoint, pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { claimTasks } from "../../src/platform/server/jobs/queue.ts";
import type { TestApp } from "./test-app.ts";

const authToken = "0123456789abcdef0123456789abcdef";

/** Settings with which a server sends and receives texts. */
export const twilioSettings = {
  TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
  TWILIO_AUTH_TOKEN: authToken,
  TWILIO_FROM: "+13035550142",
};

interface FakeTwilio {
  readonly url: string;
  /** Fields of the texts that it accepted. */
  readonly texts: Readonly<Record<string, string>>[];
  /** Status and error code of its next answers; it accepts without. */
  failure: { readonly status: number; readonly code: number } | undefined;
}

/** The part of Twilio that we use; stops with the test. */
export async function fakeTwilio(): Promise<FakeTwilio> {
  const fake: FakeTwilio = { url: "", texts: [], failure: undefined };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { failure } = fake;
    response.setHeader("content-type", "application/json");
    if (failure) {
      response.writeHead(failure.status);
      response.end(JSON.stringify({ code: failure.code, message: "no", status: failure.status }));
      return;
    }
    fake.texts.push(Object.fromEntries(new URLSearchParams(body)));
    response.writeHead(201);
    response.end(JSON.stringify({ sid: `SM${fake.texts.length}`, status: "queued" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, { url: `http://127.0.0.1:${port}` });
}

/** The signature of Twilio: HMAC-SHA1 of the address with the sorted fields. */
function sign(url: string, fields: Readonly<Record<string, string>>): string {
  const names = Object.keys(fields).sort();
  const signed = url + names.map((name) => `${name}${fields[name]}`).join("");
  return createHmac("sha1", authToken).update(signed).digest("base64");
}

/** Sends what Twilio sends to one of our endpoints, signed. */
export function postAsTwilio(
  { app, context }: Pick<TestApp, "app" | "context">,
  endpoint: OpenEndpoint<never, unknown>,
  fields: Readonly<Record<string, string>>,
  signature?: string,
) {
  const url = pathOf(endpoint);
  return app.inject({
    method: "POST",
    url,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": signature ?? sign(`${context.origin()}${url}`, fields),
    },
    payload: new URLSearchParams(fields).toString(),
  });
}

/** Sends the texts that are due. @returns how many */
export async function sendDueTexts({ app, context }: TestApp): Promise<number> {
  const due = await claimTasks(textQueue, context.database, 20, context.now());
  const send = textSender(context, app.log);
  for (const text of due) await send(text);
  return due.length;
}
