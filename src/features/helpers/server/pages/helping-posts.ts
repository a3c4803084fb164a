import type { FastifyInstance, FastifyRequest } from "fastify";
import { failureWithWait } from "../../../../platform/contract/errors/error-message.ts";
import { textsSchema } from "../../../../platform/contract/form-engine/form-schema.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import { parse } from "../../../../platform/server/http/read-input.ts";
import { queryOf, singleValueOf } from "../../../../platform/server/http/read-query.ts";
import {
  errorsOf,
  type NativeResult,
  registerNativePost,
} from "../../../../platform/server/pages/native-post.ts";
import { authPath } from "../../../customers/contract/auth.ts";
import { findSession, requireSession } from "../../../customers/server/auth/sessions.ts";
import { SubmissionNotices } from "../../../messages/server/forms/notices.ts";
import { helpingPath, helpQuery } from "../../contract/helpers.ts";
import { helpingExtras } from "../../contract/invite-form.ts";
import { type Help, requireHelp } from "../acting/decide.ts";
import { endHelp, lockHelp } from "../people/change-help.ts";
import { acceptInvitation, findInvitation, invalid } from "../people/invite.ts";
import { readPeople } from "../people/read-people.ts";
import { answerFor, writeFor } from "./helped-messages.ts";
import { findHelpingState, helpingCollection } from "./helping-state.ts";
import { readInvited } from "./invitation.ts";

const postBody = textsSchema(Object.values(helpingExtras));

const wrongCode = "This code was used already, is too old, or there is a typo in it.";

/** What the helper's pages post: answers to invitations, and acts for the person whom the query names. */
export function registerHelping(app: FastifyInstance, context: AppContext): void {
  const { database } = context;
  const notices = new SubmissionNotices(context);

  /** @throws ApiError "help-refused" if the help ended meanwhile */
  async function actFor(help: Help, body: Body, request: FastifyRequest): Promise<NativeResult> {
    const reference = singleValueOf(queryOf(request), helpQuery.message);
    const written = { text: body.message ?? "", key: body._key ?? "" };
    switch (body._act) {
      case "stop":
        await database.write(async (trx) => {
          await requireHelp(trx, help, "any", context.now());
          await endHelp(trx, await lockHelp(trx, help.id), "helper", context);
        });
        return { goTo: `${paths.helping}?${helpQuery.said}=stopped` };
      case "write":
        await writeFor(help, written, context, notices);
        return { goTo: wrote(help, { [helpQuery.messages]: "" }) };
      case "answer":
        if (reference === undefined) throw new ApiError("malformed");
        await answerFor(help, reference, written, context);
        return { goTo: wrote(help, { [helpQuery.message]: reference }) };
      default:
        throw new ApiError("malformed");
    }
  }

  registerNativePost(app, paths.helping, context, {
    async run(request, reply): Promise<NativeResult> {
      const { uid } = await requireSession(request, reply, context);
      const body = parse(postBody, request.body);
      if (request.help) return actFor(request.help, body, request);
      const secret = body.code?.trim() ?? "";
      switch (body._act) {
        case "code": {
          await countCode(uid, context);
          const invitation =
            secret === "" ? undefined : await readInvited(secret, uid, context, "link or code");
          if (!invitation) throw invalid(helpingExtras.code, wrongCode);
          const people = await readPeople(database.db, uid, context.now());
          const helping = { isSignedIn: true, people, invitation };
          return { show: { collection: helpingCollection, helping } };
        }
        case "accept": {
          await countCode(uid, context);
          const { id } = await database.write((trx) => acceptInvitation(trx, secret, uid, context));
          return { goTo: helpingPath(id, { [helpQuery.said]: "accepted" }) };
        }
        case "decline": {
          await countCode(uid, context);
          await database.write(async (trx) => {
            const found = await findInvitation(trx, secret, context);
            if (found) await endHelp(trx, await lockHelp(trx, found.id), "declined", context);
          });
          return { goTo: `${paths.helping}?${helpQuery.said}=declined` };
        }
        default:
          throw new ApiError("malformed");
      }
    },
    stateAfter: async (rejection, request) => {
      if (!(await findSession(request, context))) {
        return { goTo: authPath(paths.login, request.url) };
      }
      const state = await findHelpingState(paths.helping, queryOf(request), request, context);
      const failure = rejection.body.fields
        ? "Please look at your answer again."
        : failureWithWait(rejection.body.message, rejection.body.retryAfter);
      return { ...state, values: typedOf(request), ...errorsOf(rejection, failure) };
    },
  });
}

const wrote = ({ id }: Help, shows: Readonly<Record<string, string>>) =>
  helpingPath(id, { ...shows, [helpQuery.said]: "wrote" });

type Body = Partial<Record<(typeof helpingExtras)[keyof typeof helpingExtras], string>>;

/** Bounds guesses of codes. */
function countCode(uid: string, context: AppContext): Promise<void> {
  const hash = context.clientKeys.hashAccount(uid);
  return countAttempt(context, [{ limit: "helperCode", hash }]);
}

function typedOf(request: FastifyRequest): Record<string, string> {
  const { code = "", message = "" } = (request.body ?? {}) as Partial<Record<string, string>>;
  return { code: String(code), message: String(message) };
}
