import { z } from "zod";
import { brand } from "../../brand.ts";
import { type Field, type FormDefinition, isOptional } from "../../contract/define-form.ts";
import { newsletter } from "../../contract/forms/newsletter.ts";
import { publicForms } from "../../contract/public-forms.ts";
import { submissionExtras, submissionPath } from "../../contract/submission.ts";
import { personPaths } from "../profile/open-api.ts";
import { describeRefusals, json, type Operation, type Paths } from "./open-api-parts.ts";

/** The parts of an OpenAPI 3.1 document that this API uses. */
export interface ApiDescription {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Paths;
}

const answerBody = z.object({ id: z.string(), reference: z.string() });

function fieldSchema(field: Field): z.ZodType {
  const text = field.options ? z.enum(field.options as [string]) : z.string();
  const words = field.rules.map((rule) => rule.message).join(" ");
  const described = text.describe([field.label, words].filter(Boolean).join(". "));
  return field.options || isOptional(field) ? described.optional() : described;
}

function formSchema(form: FormDefinition): z.ZodType {
  const fields = form.fields.map((field) => [field.name, fieldSchema(field)] as const);
  const extras = Object.values(submissionExtras).map(
    (name) => [name, z.string().optional()] as const,
  );
  return z.strictObject(Object.fromEntries([...fields, ...extras]));
}

function saveOperation(summary: string, body: z.ZodType, answer: z.ZodType): Operation {
  const refusals = ["invalid", "malformed", "cross-site", "too-large", "too-many"] as const;
  return {
    summary,
    requestBody: { required: true, content: json(body) },
    responses: {
      "201": { description: "Stored.", content: json(answer) },
      ...describeRefusals(refusals),
    },
  };
}

/** Describes every call from the definitions that also make the routes. */
export function describeApi(): ApiDescription {
  const { names } = newsletter;
  const signup = z.strictObject({
    [names.email]: z.string(),
    [names.formTime]: z.number().describe("Milliseconds from page load to submit."),
    [names.token]: z.string(),
    [names.honeypot]: z.string().optional(),
  });
  const ok = (summary: string): Operation => ({
    summary,
    responses: { "200": { description: "Yes." } },
  });
  return {
    openapi: "3.1.0",
    info: { title: `${brand.name} API`, version: "1" },
    paths: {
      ...Object.fromEntries(
        publicForms.map(({ form }) => [
          submissionPath(form.collection),
          { post: saveOperation(`Save a ${form.collection} record`, formSchema(form), answerBody) },
        ]),
      ),
      [submissionPath(newsletter.collection)]: {
        post: saveOperation("Subscribe to the newsletter", signup, z.object({ email: z.string() })),
      },
      ...personPaths(),
      "/livez": { get: ok("The process answers") },
      "/readyz": { get: ok("The database answers too") },
    },
  };
}
