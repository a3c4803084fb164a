import { customers } from "../../features/customers/server/feature.ts";
import { help } from "../../features/help/server/feature.ts";
import { helpers } from "../../features/helpers/server/feature.ts";
import { identity } from "../../features/identity/server/feature.ts";
import { integrations } from "../../features/integrations/server/feature.ts";
import { interviews } from "../../features/interviews/server/feature.ts";
import { launch } from "../../features/launch/server/feature.ts";
import { messages } from "../../features/messages/server/feature.ts";
import { newsletter } from "../../features/newsletter/server/feature.ts";
import { overview } from "../../features/overview/server/feature.ts";
import { payments } from "../../features/payments/server/feature.ts";
import { privacy } from "../../features/privacy/server/feature.ts";
import { recruiting } from "../../features/recruiting/server/feature.ts";
import { requests } from "../../features/requests/server/feature.ts";
import { retention } from "../../features/retention/server/feature.ts";
import { search } from "../../features/search/server/feature.ts";
import { staff } from "../../features/staff/server/feature.ts";
import { texts } from "../../features/texts/server/feature.ts";
import type { Feature } from "../../platform/server/feature.ts";

/** Every feature of the server. */
export const features: readonly Feature[] = [
  messages,
  newsletter,
  recruiting,
  interviews,
  payments,
  privacy,
  staff,
  integrations,
  identity,
  overview,
  retention,
  search,
  customers,
  helpers,
  requests,
  texts,
  launch,
  help,
];

/** Tokens in the queries of emailed links. */
export const linkTokens = features.flatMap(({ linkTokens: own = [] }) => own);
