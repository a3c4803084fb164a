import type { FeatureSettings } from "../../../platform/server/config/config.ts";

/** Collection of new accounts. */
export const accountCollection = "Users";

export const customerSettings: FeatureSettings = { collections: [accountCollection] };
