import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";

/** How often an article answered a question in the last twelve months. */
export interface AnswerCount {
  readonly article: string;
  readonly yes: number;
  readonly no: number;
}

export interface HelpAnswersResponse {
  readonly answers: readonly AnswerCount[];
}

export const helpAnswerEndpoints = {
  read: defineEndpoint("desk:inbox-work GET /api/desk/help-answers", {
    response: z.custom<HelpAnswersResponse>(),
  }),
} as const;
