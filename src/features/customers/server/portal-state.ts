import type { FastifyRequest } from "fastify";
import type { FormState } from "../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../platform/contract/paths.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { wantsPrivacy } from "../../../platform/server/http/privacy-signal.ts";
import { singleValueOf } from "../../../platform/server/http/read-query.ts";
import { listAsked } from "../../requests/server/portal/asked.ts";
import { authDone } from "../contract/auth.ts";
import { editProfileForm } from "../contract/edit-profile.ts";
import { noScriptQuery, type PortalState, portalCollection } from "../contract/portal-pages.ts";
import { findSession, type Session } from "./auth/sessions.ts";
import { findProfile } from "./profile/queries.ts";
import { readSettings } from "./profile/read-settings.ts";
import { findRequest, listRequests } from "./requests/queries.ts";

/** The pages of a signed-in person. */
export const portalPages: ReadonlySet<string> = new Set([
  paths.profile,
  paths.editProfile,
  paths.request,
  paths.settings,
]);

/**
 * State of a signed-in person's page for browsers without scripts, if its query asks for it; without
 * data if nobody is signed in: the page then leads to the log-in.
 */
export async function findPortalState(
  path: string,
  query: URLSearchParams,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState | undefined> {
  if (!query.has(noScriptQuery)) return undefined;
  const session = await findSession(request, context);
  const portal = session && (await readPortal(path, query, { request, session }, context));
  if (!portal) return { collection: portalCollection };
  const isSaved = query.has(authDone);
  return portalState(path, isSaved ? { ...portal, isSaved } : portal);
}

export function portalState(path: string, portal: PortalState): FormState {
  const { version, user } = portal.profile;
  return {
    collection: portalCollection,
    portal,
    ...(path === paths.editProfile && {
      values: Object.fromEntries(editProfileForm.fields.map(({ name }) => [name, user[name]])),
      extras: { version: String(version) },
    }),
  };
}

export interface OwnRequest {
  readonly request: FastifyRequest;
  readonly session: Session;
}

/** What the page shows; undefined if the account was deleted in the meantime. */
export async function readPortal(
  path: string,
  query: URLSearchParams,
  { request, session }: OwnRequest,
  context: AppContext,
): Promise<PortalState | undefined> {
  const { db } = context.database;
  const { uid } = session;
  const profile = await findProfile(db, uid);
  if (!profile) return undefined;
  switch (path) {
    case paths.profile:
      return {
        profile,
        requests: await listRequests(db, uid),
        asked: await listAsked(db, uid, context.now()),
      };
    case paths.request: {
      const found = await findRequest(db, uid, singleValueOf(query, "id") ?? "");
      return found ? { profile, request: found } : { profile };
    }
    case paths.settings: {
      const stored = await readSettings(session, context);
      return {
        profile,
        settings: { ...stored, optOutSignal: wantsPrivacy(request, context.config) },
      };
    }
    default:
      return { profile };
  }
}
