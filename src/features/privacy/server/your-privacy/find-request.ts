import type { FastifyRequest } from "fastify";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import { readLinkForm } from "../../../../platform/server/pages/link-form.ts";
import type { NativeResult } from "../../../../platform/server/pages/native-post.ts";
import { privacyLinkDays } from "../../contract/cases.ts";
import { findRequestForm } from "../../contract/your-privacy.ts";
import { isIdentityOpen, mayGetLink, sendIdentityLink } from "../requests/identity.ts";
import { issueLink } from "../requests/links.ts";
import { mayGetLetter } from "../requests/open-request.ts";
import { addLog, type PrivacyCase } from "../requests/privacy-case.ts";
import { composeLetter, sendLetter } from "../requests/send-letter.ts";
import type { YourPrivacyBody } from "./ask.ts";
import { foundQuery } from "./page-state.ts";

const unknown = "We do not know this number. Look at our email again, or call us.";

/**
 * Emails the link of a request to its person: the number alone shows nothing, since it may be read
 * out on the phone.
 * @throws ApiError "invalid" for an unknown number, "too-many"
 */
export async function sendStatus(
  request: FastifyRequest,
  body: YourPrivacyBody,
  context: AppContext,
): Promise<NativeResult> {
  const reference = readLinkForm(findRequestForm, { ...body } as Record<string, string>)
    .reference.toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "");
  await countAttempt(context, [
    { limit: "privacyAddress", hash: context.clientKeys.hashAddress(request) },
  ]);
  await context.database.write(async (trx) => {
    const found = isReference(reference)
      ? await trx
          .selectFrom("privacy_cases")
          .selectAll()
          .where("reference", "=", reference)
          .where("scope", "!=", "spam")
          .forUpdate()
          .executeTakeFirst()
      : undefined;
    if (!found) throw new ApiError("invalid", { fields: { reference: unknown } });
    await sendLink(trx, found, context);
  });
  return { goTo: `${paths.yourPrivacy}?${foundQuery}=1#${foundQuery}` };
}

async function sendLink(
  trx: Parameters<typeof sendLetter>[0],
  found: PrivacyCase,
  context: AppContext,
): Promise<void> {
  const now = context.now();
  if (isIdentityOpen(found)) {
    if (await mayGetLink(trx, found.email, now)) {
      await sendIdentityLink(trx, found, {}, context);
    }
    return;
  }
  if (!(await mayGetLetter(trx, found.email, now))) return;
  const { url } = await issueLink(trx, found.id, "status", context.origin(), now);
  const letter = await composeLetter(trx, found, "status", {
    button: { label: "See where my request is", url },
    footnote: `The page works for ${privacyLinkDays.status} days. If this was not you, you can ignore this email.`,
  });
  await sendLetter(trx, found.id, letter, now);
  await addLog(trx, found, { kind: "privacy.status-sent" }, now);
}
