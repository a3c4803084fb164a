import type { FastifyInstance } from "fastify";
import { textsSchema } from "../../../platform/contract/form-engine/form-schema.ts";
import { paths } from "../../../platform/contract/paths.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { parse } from "../../../platform/server/http/read-input.ts";
import { requireOwnPage } from "../../../platform/server/http/same-origin.ts";
import { findSession } from "../../customers/server/auth/sessions.ts";
import { sandboxNeeds } from "../contract/payment-needs.ts";
import { loginUrl, paymentWindowHeaders } from "./payment-window.ts";
import { findPaymentAccount, storeNeeds } from "./queries.ts";

const body = textsSchema(sandboxNeeds);

/**
 * Accepts the form of the sandbox's onboarding page: checked items count as given. Redirects to
 * /success whatever is still missing, as Stripe does.
 */
export function registerSandbox(app: FastifyInstance, context: AppContext): void {
  const headers = paymentWindowHeaders(context.config);
  app.post(
    paths.paymentSandbox,
    { config: { failedPage: paths.paymentProblem } },
    async (request, reply) => {
      requireOwnPage(request, context.config);
      const given = parse(body, request.body ?? {});
      reply.headers(headers);
      const session = await findSession(request, context, reply);
      if (!session) return reply.redirect(loginUrl, 303);
      const account = await findPaymentAccount(context.database.db, session.uid);
      if (account?.provider !== "sandbox") return reply.redirect(paths.editProfile, 303);
      const open = sandboxNeeds.filter((code) => given[code] === undefined);
      const now = context.now();
      await context.database.write((trx) => storeNeeds(trx, account.accountId, open, now, now));
      return reply.redirect(paths.success, 303);
    },
  );
}
