import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import {
  checkForm,
  defineForm,
  type Field,
  type FormValues,
  readValues,
} from "../../../platform/contract/form-engine/define-form.ts";
import { addFieldErrors } from "../../../platform/contract/form-engine/form-schema.ts";
import { emailRules } from "../../../platform/contract/form-engine/rules.ts";
import { storableText } from "../../../platform/contract/schemas.ts";
import { newCustomerForm } from "./account-actions.ts";
import { externalId } from "./customer-ref.ts";

type Name = (typeof newCustomerForm)["fields"][number]["name"];

/** What a program must know of a customer, besides the email. */
const needed: ReadonlySet<string> = new Set(["firstName", "lastName"]);

const rulesOf = ({ name, rules }: Field) => {
  if (name === "email") return emailRules;
  return needed.has(name) ? rules : rules.filter((rule) => rule.kind !== "required");
};

const form = defineForm<Name>({
  ...newCustomerForm,
  fields: newCustomerForm.fields.map((field) => ({ ...field, rules: rulesOf(field) })),
});

const text = z.string();
const optional = text.default("");
const isoTime = text.describe("ISO 8601.");

/** Of a program that has ids of its own for customers, such as "app" or "crm". */
const system = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/);

export const isSystem = (name: string) => system.safeParse(name).success;

const customerRecord = z.object({
  uid: text,
  email: text.describe("With which the customer logs in."),
  emailConfirmed: z.boolean(),
  firstName: text,
  lastName: text,
  phone: text,
  addressLine1: text,
  city: text,
  state: text,
  zip: text,
  supportId: text.describe("The code that the customer reads out."),
  externalIds: z.array(z.object({ system: text, id: text })),
  createdAt: isoTime,
});

export type CustomerRecord = Returned<typeof customerRecord>;

const query = z
  .strictObject({
    email: storableText(320).min(1).exactOptional(),
    phone: storableText(100).min(1).exactOptional().describe("However it is written."),
    externalId: storableText(128).min(1).exactOptional().describe("In any system."),
  })
  .refine((named) => Object.keys(named).length === 1, {
    error: "Name one of email, phone and externalId.",
  });

export type CustomerQuery = Returned<typeof query>;

const newCustomer = z
  .strictObject({
    email: text,
    firstName: text,
    lastName: text,
    phone: optional,
    addressLine1: optional,
    city: optional,
    state: optional,
    zip: optional,
    invite: z
      .boolean()
      .default(false)
      .describe("“true”: email a link to choose a password. Otherwise nothing is sent."),
  })
  .transform(({ invite, ...sent }, context) => {
    const values: FormValues<Name> = readValues(form, (name) => sent[name]);
    addFieldErrors(context, checkForm(form, values));
    return { invite, values };
  });

const changeable = [
  "firstName",
  "lastName",
  "phone",
  "addressLine1",
  "city",
  "state",
  "zip",
] as const;

const change = z
  .strictObject({
    firstName: text.exactOptional(),
    lastName: text.exactOptional(),
    phone: text.exactOptional(),
    addressLine1: text.exactOptional(),
    city: text.exactOptional(),
    state: text.exactOptional(),
    zip: text.exactOptional(),
  })
  .transform((sent, context) => {
    const names = changeable.filter((name) => sent[name] !== undefined);
    const values: FormValues<Name> = readValues(form, (name) =>
      name === "email" ? "" : sent[name],
    );
    const fields = form.fields.filter(({ name }) => names.some((one) => one === name));
    addFieldErrors(context, checkForm({ fields }, values));
    const entries = names.map((name) => [name, values[name]]);
    return Object.fromEntries(entries) as Partial<Record<(typeof changeable)[number], string>>;
  });

export type CustomerChange = Returned<typeof change>;

const one = "/api/v1/customers/:id";
const common = { params: { id: "The customer's uid." }, response: customerRecord } as const;
const conditions = {
  optionalHeaders: { "If-Match": "The ETag that was read; another version is not changed." },
} as const;

/** Customers for programs. */
export const customerApiEndpoints = {
  find: defineEndpoint("api-token:customers:read GET /api/v1/customers", {
    summary: "Find customers by email, phone or external id",
    query,
    response: z.object({ customers: z.array(customerRecord) }),
    errors: ["invalid"],
  }),
  read: defineEndpoint(`api-token:customers:read GET ${one}`, {
    ...common,
    summary: "Read a customer",
    errors: ["not-found", "invalid"],
  }),
  create: defineEndpoint("api-token:customers:write POST /api/v1/customers", {
    summary: "Create a customer without a password",
    body: newCustomer,
    response: customerRecord,
    status: 201,
    errors: ["invalid", "email-taken", "unsupported-type"],
  }),
  change: defineEndpoint(`api-token:customers:write PATCH ${one}`, {
    ...common,
    ...conditions,
    summary: "Change name, phone and address of a customer",
    body: change.meta({ types: ["application/merge-patch+json", "application/json"] }),
    errors: ["invalid", "not-found", "precondition-failed", "unsupported-type"],
  }),
  link: defineEndpoint(`api-token:customers:write PUT ${one}/external-ids/:system`, {
    ...common,
    params: { ...common.params, system: "Your name for your program, such as app." },
    summary: "Link the id that a customer has in a program",
    body: z.strictObject({ id: externalId }),
    creates: true,
    errors: [
      "invalid",
      "invalid-external-id",
      "not-found",
      "external-id-taken",
      "unsupported-type",
    ],
  }),
} as const;
