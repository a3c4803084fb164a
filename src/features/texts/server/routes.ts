import type { FastifyInstance } from "fastify";
import { pathOf } from "../../../platform/contract/define-endpoint.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import {
  type EndpointRequest,
  registerEndpoint,
} from "../../../platform/server/http/register-endpoint.ts";
import { Semaphore } from "../../../platform/server/semaphore.ts";
import { twilioEndpoints } from "../contract/texts.ts";
import type { TwilioSettings } from "./settings.ts";

/** A text has at most 1,600 characters, and some 30 short fields about it. */
const maxBodyBytes = 64 * 1024;
const noReply = "<Response></Response>";

type Fields = Readonly<Record<string, string>>;

/** Receives texts and delivery reports of Twilio. Without its settings, the endpoints do not exist. */
export function registerTwilio(app: FastifyInstance, context: AppContext): void {
  const { twilio } = context.config;
  if (!twilio) return;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const options = { bodyLimit: maxBodyBytes };
    // One after the other: two texts that come in at once belong to one case.
    const slots = new Semaphore(1);
    const receive = async (call: EndpointRequest) => {
      const fields = await readSigned(call, pathOf(twilioEndpoints.receive), twilio, context);
      const { receiveText } = await import("./receive-text.ts");
      const { MessageSid: providerId = "", From: from = "", Body: body = "" } = fields;
      if (providerId === "" || from === "") throw new ApiError("malformed");
      const { NumMedia: media = "0", OptOutType: optOut = "" } = fields;
      const mediaCount = Number.parseInt(media, 10) || 0;
      const text = { providerId, from, body, mediaCount, optOut };
      const reference = await slots.run(() => receiveText(text, context));
      call.request.log.info({ isNew: reference !== undefined }, "text received");
      return call.reply.type("text/xml").send(noReply);
    };
    const report = async (call: EndpointRequest) => {
      const fields = await readSigned(call, pathOf(twilioEndpoints.report), twilio, context);
      const {
        MessageSid: providerId = "",
        MessageStatus: status = "",
        ErrorCode: code = "",
      } = fields;
      const { reportDelivery } = await import("./report-delivery.ts");
      await reportDelivery({ providerId, status, code }, context);
      return call.reply.type("text/xml").send(noReply);
    };
    registerEndpoint(scope, twilioEndpoints.receive, context, receive, options);
    registerEndpoint(scope, twilioEndpoints.report, context, report, options);
  });
}

/** @throws ApiError "malformed" for a request that Twilio did not sign */
async function readSigned(
  { request }: EndpointRequest,
  path: string,
  { authToken }: TwilioSettings,
  { origin }: AppContext,
): Promise<Fields> {
  const fields = (request.body ?? {}) as Fields;
  const signature = String(request.headers["x-twilio-signature"] ?? "");
  const { validateRequest } = (await import("twilio/lib/webhooks/webhooks.js")).default;
  // The signature covers the address that Twilio was given, which a proxy may change.
  if (!validateRequest(authToken, signature, `${origin()}${path}`, { ...fields })) {
    throw new ApiError("malformed");
  }
  return fields;
}
