import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { formSchema } from "../../../platform/contract/form-engine/form-schema.ts";
import { type HelpPart, helpParts } from "./helpers.ts";
import { inviteForm } from "./invite-form.ts";

/** A helper, or an invitation, on the customer's page. Times are ISO 8601. */
export interface DeskHelper {
  readonly id: string;
  readonly name: string;
  readonly relation: string;
  /** Where the invitation went; "" for one with a code. */
  readonly email: string;
  readonly parts: readonly HelpPart[];
  /** Null while the invitation is open. */
  readonly helpsSince: string | null;
  /** Until when the help or the invitation lasts. */
  readonly until: string;
  /** Of the staff member who invited them; "" by the customer. */
  readonly invitedBy: string;
  /** How often they looked at or did something, and when last. */
  readonly acts: number;
  readonly lastActAt: string | null;
}

/** Helpers of a customer. `id` is the account's uid, or with `end` that of the help. */
export const helperDeskEndpoints = {
  list: defineEndpoint("desk:customers GET /api/desk/customers/:id/helpers", {
    response: z.custom<readonly DeskHelper[]>(),
  }),
  /** Needs a passed check of the caller. Without an email, responds with a code to read out, once. */
  invite: defineEndpoint("desk-recent:customer-work POST /api/desk/customers/:id/helpers", {
    body: formSchema(inviteForm, helpParts),
    response: z.object({ code: z.string().nullable() }),
  }),
  /** Needs no check: whoever suspects a fraud cannot pass it. Also takes an invitation back. */
  end: defineEndpoint("desk-recent:customer-work DELETE /api/desk/helpers/:id"),
} as const;
