import { pathOf } from "../../../platform/contract/define-endpoint.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { openStorage } from "../../../platform/server/files/open-storage.ts";
import type { Task } from "../../../platform/server/jobs/queue.ts";
import { inSpan } from "../../../platform/server/tracing/spans.ts";
import { twilioEndpoints } from "../contract/texts.ts";
import { showNumber } from "./numbers.ts";
import { tryTimeoutMs } from "./outbox.ts";
import type { TwilioSettings } from "./settings.ts";

export type PendingText = Task<"texts">;

/** What a text is stored with once it is handed on. */
interface HandedOn {
  readonly provider_id: string | null;
  readonly is_file: number;
  /** Null until the carrier reports it. */
  readonly delivered_at: number | null;
}

type SendText = (text: PendingText) => Promise<HandedOn>;

type TransportContext = Pick<AppContext, "config" | "origin" | "now">;

/** Sends with Twilio, whose library takes half a second to load; else into files. */
export async function openTextTransport(context: TransportContext): Promise<SendText> {
  const { config, now } = context;
  if (config.twilio) return openTwilio(config.twilio, context);
  const storage = await openStorage(config, "outbox");
  return async ({ id, number_key: key, ...text }) => {
    const content = `To: ${showNumber(key)}\n\n${wordsOf(text)}\n`;
    await storage.write(`${id}.txt`, Buffer.from(content));
    return { provider_id: null, is_file: 1, delivered_at: now() };
  };
}

function wordsOf({ body, link }: Pick<PendingText, "body" | "link">): string {
  return link === null ? body : `${body} ${link}`;
}

async function openTwilio(
  { accountSid, authToken, from }: TwilioSettings,
  { config, origin }: TransportContext,
): Promise<SendText> {
  const { Twilio, RequestClient } = (await import("twilio")).default;
  const { twilioApiUrl } = config;
  const httpClient = new RequestClient({ timeout: tryTimeoutMs });
  if (twilioApiUrl !== undefined) httpClient.axios.defaults.proxy = false;
  httpClient.axios.interceptors.request.use((request) => {
    const url = request.url?.replace("https://api.twilio.com", twilioApiUrl ?? "$&");
    return Object.assign(request, { url });
  });
  const client = new Twilio(accountSid, authToken, { httpClient });
  const sender = from.startsWith("MG") ? { messagingServiceSid: from } : { from };
  const report = `${origin()}${pathOf(twilioEndpoints.report)}`;
  const sending = {
    name: "send text",
    kind: "client",
    attributes: { "server.address": "api.twilio.com" },
  } as const;
  return async ({ number_key: key, ...text }) => {
    const message = await inSpan(sending, () =>
      client.messages.create({
        ...sender,
        to: `+1${key}`,
        body: wordsOf(text),
        // Twilio reaches no address of this computer.
        ...(report.startsWith("https:") && { statusCallback: report }),
      }),
    );
    return { provider_id: message.sid, is_file: 0, delivered_at: null };
  };
}

/** Codes of Twilio for a text that it never sends to this number; all others are tried again. */
const rejections: readonly unknown[] = [21211, 21214, 21217, 21408, 21610, 21612, 21614, 21617];

/** The code of Twilio for a number that texted STOP. */
export const stoppedCode = 21610;

/** Twilio's code, else that of the connection's error; its message may contain the number. */
export function textFailureOf(error: unknown): { readonly code: string; isRejected: boolean } {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return { code: String(code ?? status ?? "unknown"), isRejected: rejections.includes(code) };
}
