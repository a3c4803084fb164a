import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { checkForm, readValues } from "../../../../platform/contract/form-engine/define-form.ts";
import { textsSchema } from "../../../../platform/contract/form-engine/form-schema.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import {
  sentQuery,
  submissionExtras,
} from "../../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import type { TextBody } from "../../../../platform/server/http/body.ts";
import { parse } from "../../../../platform/server/http/read-input.ts";
import type { NativeResult } from "../../../../platform/server/pages/native-post.ts";
import { findSession } from "../../../customers/server/auth/sessions.ts";
import type { PrivacyKind } from "../../contract/cases.ts";
import { type Correction, correctable } from "../../contract/corrections.ts";
import {
  actName,
  askForName,
  askKeyName,
  askName,
  findRequestForm,
  privacyFieldNames,
  privacyForm,
} from "../../contract/your-privacy.ts";
import { type AskedRequest, openPrivacyRequest } from "../requests/open-request.ts";
import { readAsked } from "./page-state.ts";

const bodySchema = textsSchema([
  ...privacyFieldNames,
  ...findRequestForm.fields.map(({ name }) => name),
  askName,
  askForName,
  askKeyName,
  actName,
  submissionExtras.honeypot,
]);

export type YourPrivacyBody = Partial<TextBody>;

/** @throws ApiError "malformed", also for a filled honeypot: visibly, so that nothing is lost */
export function readBody(request: FastifyRequest): YourPrivacyBody {
  const body = parse(bodySchema, request.body);
  if (body[submissionExtras.honeypot]) throw new ApiError("malformed");
  return body;
}

const noCorrection = "Tell us at least one thing that is wrong.";

/** Opens a request, or finds that it was just opened. @throws ApiError "invalid", "too-many" */
export async function askFor(
  request: FastifyRequest,
  body: YourPrivacyBody,
  context: AppContext,
): Promise<NativeResult> {
  const { ask, isAgent } = readAsked((name) => body[name]);
  if (!ask) throw new ApiError("malformed");
  const asked = readRequest(ask, isAgent, body);
  const { database, clientKeys } = context;
  const network = clientKeys.hashAddress(request);
  await countAttempt(context, [{ limit: "privacyAddress", hash: network }]);
  const same = await database.db
    .selectFrom("privacy_cases")
    .select("reference")
    .where("id", "=", asked.id ?? "")
    .executeTakeFirst();
  const isOwner = !isAgent && (await ownsEmail(request, asked.email, context));
  if (!same && !isOwner) {
    const emails = [asked.email, ...(asked.agent ? [asked.agent.email] : [])];
    const counters = emails.map((email) => ({
      limit: "privacyPerson" as const,
      hash: network && `${network}.${clientKeys.hashAccount(email)}`,
    }));
    await countAttempt(context, counters);
  }
  const { reference } =
    same ?? (await database.write((trx) => openPrivacyRequest(trx, asked, { isOwner }, context)));
  return { goTo: `${paths.yourPrivacy}?${sentQuery}=${reference}` };
}

/** Whether whoever asks is logged in with this email, confirmed. */
async function ownsEmail(
  request: FastifyRequest,
  email: string,
  context: AppContext,
): Promise<boolean> {
  const session = await findSession(request, context);
  if (!session) return false;
  const account = await context.database.db
    .selectFrom("accounts")
    .select("email_key")
    .where("uid", "=", session.uid)
    .where("email_verified_at", "is not", null)
    .executeTakeFirst();
  return account?.email_key === emailKey(email);
}

/**
 * The same of the same page is the same request: not what others ask for the same address, since its
 * number and where it stands are not for a stranger who types the address.
 */
function idOf(key: string, asked: AskedRequest): { readonly id?: string } {
  if (key === "") return {};
  const digits = hash("sha256", `${key}\n${JSON.stringify(asked)}`, "hex");
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
  return { id };
}

function readRequest(kind: PrivacyKind, isAgent: boolean, body: YourPrivacyBody): AskedRequest {
  const form = privacyForm(kind, isAgent);
  const values = readValues(form, (name) => body[name]?.replaceAll("\r\n", "\n"));
  const corrections = kind === "correction" ? readCorrections(values) : undefined;
  const errors = {
    ...checkForm(form, values),
    ...(corrections?.length === 0 && { newName: noCorrection }),
  };
  if (Object.keys(errors).length > 0) throw new ApiError("invalid", { fields: errors });
  const { name = "", email = "", details = "", agentName = "", agentEmail = "" } = values;
  const asked: AskedRequest = {
    kind,
    source: "form",
    name,
    email,
    details,
    ...(corrections && { corrections }),
    ...(isAgent && {
      agent: { name: agentName, email: emailKey(agentEmail), role: values.agentRole ?? "" },
    }),
  };
  return { ...asked, ...idOf(body[askKeyName] ?? "", asked) };
}

function readCorrections(values: Readonly<Record<string, string>>): readonly Correction[] {
  return correctable.flatMap(({ name: field }) => {
    const value = values[field] ?? "";
    return value === "" ? [] : [{ field, value, outcome: null, note: "" }];
  });
}
