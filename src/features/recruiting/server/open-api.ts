import { z } from "zod";
import { facts } from "../../../platform/contract/facts.ts";
import type { Config } from "../../../platform/server/config/config.ts";
import { stepSchema } from "../../../platform/server/openapi/form-schemas.ts";
import {
  bytes,
  cookieParameter,
  describeEndpoint,
  joinPaths,
  json,
  type Paths,
  schemaOf,
  sentJson,
  textParameter,
} from "../../../platform/server/openapi/operations.ts";
import { applicationForms } from "../contract/forms/application-forms.ts";
import {
  type IntakeState,
  recruitingEndpoints,
  resumeNameQuery,
  type SubmitResponse,
  type Track,
  trackNames,
} from "../contract/recruiting-endpoints.ts";
import { applyCookie } from "./applications/visitors.ts";
import { listPages } from "./attribution/ad-pages.ts";
import { resumeTypes } from "./resumes/resume-check.ts";

const text = z.string();
const resume = z.object({ name: text, bytes: z.int() });
const state = schemaOf<IntakeState>()(
  z.object({
    track: z.enum(trackNames),
    step: text.describe('Id of the step to show, or "check".'),
    answers: z.record(text, z.union([text, z.array(text)])),
    done: z.array(text),
    resume: resume.optional(),
    removedResume: text
      .optional()
      .describe("A file that was removed: the draft was not sent in time."),
    adNotes: z
      .literal(true)
      .optional()
      .describe('An ad company hears of it, unless "declinesAdNotes" is answered.'),
    token: text.optional(),
    joins: z.literal(true).optional(),
    mailedTo: text.optional(),
  }),
);
const submitted = schemaOf<SubmitResponse>()(z.object({ reference: text, next: text }));

export function recruitingPaths(config: Config): Paths {
  return joinPaths(...trackNames.map((track) => trackPaths(track, config)));
}

function trackPaths(track: Track, config: Config): Paths {
  const endpoints = recruitingEndpoints(track);
  const form = applicationForms[track];
  const parameters = [
    cookieParameter(config, applyCookie, "Names this browser; set by the first answer."),
  ];
  const page = z.enum(listPages(track, config).intake).optional();
  const own = sentJson(z.object({ page }));
  const change = z.union(
    form.steps.map((step) =>
      z.object({
        page,
        step: z.literal(step.id),
        answers: stepSchema(step),
        typing: z.literal(true).optional().describe("Store without a check."),
      }),
    ),
  );
  return joinPaths(
    describeEndpoint(endpoints.readDraft, {
      summary: `Get this browser's ${form.collection} draft`,
      response: json(state),
      parameters,
    }),
    describeEndpoint(endpoints.saveDraft, {
      summary: `Save one step of a ${form.collection} draft`,
      body: sentJson(change),
      response: json(state),
      errors: ["malformed", "invalid", "draft-moved", "too-many"],
      parameters,
    }),
    describeEndpoint(endpoints.emailLink, {
      summary: "Email a link to continue the draft on another device",
      body: own,
      response: json(state),
      errors: ["no-draft", "draft-moved", "invalid", "conflict", "too-many"],
      parameters,
    }),
    describeEndpoint(endpoints.saveResume, {
      summary: `Upload a résumé, at most ${facts.application.resumeMaxBytes} bytes`,
      body: bytes(...resumeTypes),
      response: json(resume),
      errors: [
        "no-draft",
        "draft-moved",
        "too-large",
        "resume-too-large",
        "resume-unreadable",
        "resume-active",
        "storage-full",
        "too-many",
      ],
      parameters: [...parameters, textParameter(resumeNameQuery, "query", "The file's name.")],
    }),
    describeEndpoint(endpoints.removeResume, {
      summary: "Delete the résumé",
      errors: ["draft-moved"],
      parameters,
    }),
    describeEndpoint(endpoints.submit, {
      summary: "Submit the application",
      body: own,
      response: json(submitted),
      errors: ["no-draft", "draft-moved", "invalid"],
      parameters,
    }),
    describeEndpoint(endpoints.discard, {
      summary: "Delete the draft",
      body: own,
      parameters,
    }),
  );
}
