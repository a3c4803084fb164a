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
import type { PrivacyKind } from "../../contract/cases.ts";
import { type Correction, correctable } from "../../contract/corrections.ts";
import {
  actName,
  askForName,
  askName,
  findRequestForm,
  privacyFieldNames,
  privacyForm,
} from "../../contract/your-privacy.ts";
import { type AskedRequest, findSame, openPrivacyRequest } from "../requests/open-request.ts";
import { readAsked } from "./page-state.ts";

const bodySchema = textsSchema([
  ...privacyFieldNames,
  ...findRequestForm.fields.map(({ name }) => name),
  askName,
  askForName,
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
  await countAttempt(context, [
    { limit: "privacyAddress", hash: context.clientKeys.hashAddress(request) },
  ]);
  const { reference } = await context.database.write(
    async (trx) =>
      (await findSame(trx, asked, context.now())) ??
      openPrivacyRequest(trx, asked, undefined, context),
  );
  return { goTo: `${paths.yourPrivacy}?${sentQuery}=${reference}` };
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
  return {
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
}

function readCorrections(values: Readonly<Record<string, string>>): readonly Correction[] {
  return correctable.flatMap(({ name: field }) => {
    const value = values[field] ?? "";
    return value === "" ? [] : [{ field, value, outcome: null, note: "" }];
  });
}
