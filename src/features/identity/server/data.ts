import { byUid, type DataOf } from "../../privacy/server/feature-data.ts";
import { endApps } from "./end-apps.ts";
import type { IdentityTables } from "./tables.ts";

export const identityData = {
  tables: {
    oidc_records: [{ kind: "log-ins", isTheirs: byUid, since: "created_at" }],
    oidc_clients: {
      reason: "apps of the company, with their addresses",
      columns: [
        "id",
        "name",
        "redirect_uris",
        "post_logout_uris",
        "backchannel_uri",
        "created_at",
        "created_by",
      ],
    },
    oidc_keys: {
      reason: "signing keys, encrypted",
      columns: ["id", "sealed", "created_at", "used_from"],
    },
    oidc_logouts: {
      reason: "IDs of accounts that an app is told are logged out, for seconds",
      columns: [
        "id",
        "client_id",
        "subject",
        "sid",
        "created_at",
        "attempts",
        "next_try_at",
        "leased_until",
      ],
    },
  },
  merging: { oidc_records: "ends" },
  // Before the account is deleted, and its grants with it: the apps are told.
  async erase(trx, { uids }) {
    for (const uid of uids) await endApps(trx, uid);
    return [];
  },
} as const satisfies DataOf<IdentityTables>;
