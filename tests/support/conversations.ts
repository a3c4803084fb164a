import type { LightMyRequestResponse } from "fastify";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import { readEmails } from "./emails.ts";
import type { TestApp } from "./test-app.ts";

/** The path of the personal link in the newest email of a kind. */
export async function conversationPathIn(
  database: DatabaseClient,
  kind = "acknowledgement",
): Promise<string> {
  const email = (await readEmails(database)).findLast((one) => one.kind === kind);
  const path = /https?:\/\/[^/\s]+(\/messages\/\S+)/.exec(email?.text ?? "")?.[1];
  if (!path) throw new Error(`No email of kind "${kind}" has a personal link.`);
  return path;
}

/** Posts to the page of a conversation as a browser without scripts does. */
export function postTo(
  { app }: Pick<TestApp, "app">,
  path: string,
  values: Readonly<Record<string, string>>,
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: "POST",
    url: path,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    },
    payload: new URLSearchParams(values).toString(),
  });
}
