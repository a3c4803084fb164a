import { isAppLogin } from "../../../platform/contract/paths.ts";
import type { AskedRequest } from "../../requests/contract/ask.ts";
import type { ProfileResponse, RequestResponse } from "./profile.ts";
import type { SettingsResponse } from "./settings.ts";

/**
 * Query of a signed-in person's own pages that puts their data into the document, for browsers
 * without scripts.
 */
export const noScriptQuery = "noscript";

export const portalCollection = "Portal";

/** A signed-in person's data in such a page: only what the page shows. */
export interface PortalState {
  readonly profile: ProfileResponse;
  readonly requests?: readonly RequestResponse[];
  readonly request?: RequestResponse;
  readonly asked?: readonly AskedRequest[];
  readonly settings?: SettingsResponse;
  readonly isSaved?: true;
}

/** The path of such a page as browsers without scripts read it. */
export function withoutScripts(path: string): string {
  if (isAppLogin(path)) return path;
  if (/[?&]noscript(?:&|$)/.test(path)) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${noScriptQuery}`;
}

declare module "../../../platform/contract/form-engine/submission.ts" {
  interface FormState {
    /** A signed-in person's data, for browsers without scripts. */
    readonly portal?: PortalState;
  }
}
