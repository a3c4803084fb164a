import { errors, interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { isClaimed } from "../clients.ts";
import { hasSecondFactor, reaches } from "./site-session.ts";

const { Check, Prompt, base } = interactionPolicy;

/** What the base policy checks of levels only if they are marked essential. */
const replaced = ["essential_acr", "essential_acrs"];

/** The reason of a log-in that only needs the user's consent. */
export const appScheme = "app_scheme";

/**
 * When somebody has to log in, although they may be logged in at the site. There is no consent screen:
 * every app is the company's own.
 */
export function loginPolicy(context: AppContext) {
  const login = base().get("login");
  if (!login) throw new Error("The provider has no policy for logging in.");
  for (const reason of replaced) login.checks.remove(reason);
  login.checks.add(
    new Check("access_ended", "the access of this app has ended", "login_required", ({ oidc }) => {
      const former = oidc.session?.grantIdFor(oidc.client?.clientId ?? "");
      return former !== undefined && oidc.grant?.jti === undefined;
    }),
  );
  login.checks.add(
    new Check("acr", "a second factor is required", "login_required", async (ctx) => {
      const { session } = ctx.oidc;
      const requested = requestedAcrs(ctx);
      if (session?.accountId === undefined || reaches(session.acr, requested)) return false;
      if (!(await hasSecondFactor(context.database.db, session.accountId))) {
        throw new errors.UnmetAuthenticationRequirements("the account has no second factor");
      }
      return true;
    }),
  );
  // Another app can claim the same scheme (RFC 8252, section 8.6): it gets no code unseen.
  login.checks.add(
    new Check(appScheme, "apps without a claimed address need the browser", ({ oidc }) => {
      const isSeen = oidc.result?.login !== undefined;
      return !isSeen && !isClaimed(String(oidc.params?.redirect_uri ?? ""));
    }),
  );
  return [login, new Prompt({ name: "consent", requestable: true })];
}

/** The levels that an app asks for: `acr_values`, or an essential claim. */
function requestedAcrs({ oidc }: KoaContextWithOIDC): string[] {
  const acr = oidc.claims?.id_token?.acr;
  const essential = acr?.essential ? (acr.values ?? [acr.value]) : [];
  const values = String(oidc.params?.acr_values ?? "").split(" ");
  return [...values, ...essential.map(String)].filter(Boolean);
}
