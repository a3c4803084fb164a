import type { Kysely } from "kysely";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { hasPermission, type StaffRole } from "../../../../platform/contract/desk/roles.ts";
import { hasEmail } from "../../../../platform/contract/email.ts";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { findApplicationId } from "../../../recruiting/server/applicants/applications.ts";
import { findApplication } from "../../../recruiting/server/applications/applications.ts";
import type { Recipient, RecipientChoice } from "../../contract/calls.ts";
import { readSubmittedCase } from "../cases/submitted-case.ts";

/** Whom a new contact is with. */
export interface KnownRecipient {
  readonly name: string;
  /** "" without one, as `phone`. */
  readonly email: string;
  readonly phone: string;
}

type Kind = Recipient["kind"];

const finders: Readonly<
  Record<Kind, (db: Kysely<Database>, id: string) => Promise<KnownRecipient | undefined>>
> = { customer: findCustomer, applicant: findApplicant, contact: findContact };

const permissions = {
  customer: "customers",
  applicant: "applications",
  contact: "inbox-read",
} as const;

const pages = {
  customer: deskPaths.customers,
  applicant: deskPaths.applications,
  contact: deskPaths.people,
} as const;

/** @throws ApiError "not-found", also for a kind that the reader's roles do not include */
export async function findRecipient(
  db: Kysely<Database>,
  to: RecipientChoice,
  roles: readonly StaffRole[],
): Promise<KnownRecipient> {
  if (to.kind === "typed") {
    const { name, email, phone } = to;
    return { name, email, phone };
  }
  const found = hasPermission(roles, permissions[to.kind])
    ? await finders[to.kind](db, to.id)
    : undefined;
  if (!found) throw new ApiError("not-found");
  return found;
}

/** @param name the kind and the id: "contact.K7MP4R2X" @throws ApiError "not-found" */
export async function readNamedRecipient(
  db: Kysely<Database>,
  name: string,
  roles: readonly StaffRole[],
) {
  const [, prefix, id = ""] = /^([a-z]+)\.(.{1,64})$/.exec(name) ?? [];
  const kind = (Object.keys(finders) as Kind[]).find((one) => one === prefix);
  if (!kind) throw new ApiError("not-found");
  return { kind, id, person: await findRecipient(db, { kind, id }, roles) };
}

/** @throws ApiError "not-found" */
export async function readRecipient(
  db: Kysely<Database>,
  recipient: string,
  roles: readonly StaffRole[],
): Promise<Omit<Recipient, "text">> {
  const { kind, id, person } = await readNamedRecipient(db, recipient, roles);
  const { name: full, email, phone } = person;
  const shown = {
    name: full || email || "No name",
    phone,
    hasEmail: email !== "" && hasEmail(email),
  };
  return { kind, id, ...shown, path: `${pages[kind]}/${id}` };
}

async function findCustomer(
  db: Kysely<Database>,
  uid: string,
): Promise<KnownRecipient | undefined> {
  const row = await db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .select(["accounts.email", "profiles.first_name", "profiles.last_name"])
    .select("profiles.phone_number")
    .where("accounts.uid", "=", uid)
    .executeTakeFirst();
  if (!row) return undefined;
  const name = `${row.first_name} ${row.last_name}`.trim();
  return { name, email: row.email, phone: row.phone_number };
}

async function findApplicant(
  db: Kysely<Database>,
  reference: string,
): Promise<KnownRecipient | undefined> {
  const found = await findApplication(db, await findApplicationId(db, reference));
  if (!found || found.status === "draft") return undefined;
  const { answers } = found;
  const name = `${textOf(answers, "firstName")} ${textOf(answers, "lastName")}`.trim();
  return { name, email: textOf(answers, "email"), phone: textOf(answers, "phone") };
}

/** Who wrote a message. The record keeps the address as it was typed. */
async function findContact(
  db: Kysely<Database>,
  reference: string,
): Promise<KnownRecipient | undefined> {
  const row = await db
    .selectFrom("cases")
    .innerJoin("submissions", "submissions.id", "cases.id")
    .select(["cases.form", "cases.name", "submissions.data"])
    .where("cases.reference", "=", reference)
    .executeTakeFirst();
  if (!row) return undefined;
  const values = JSON.parse(row.data) as Readonly<Record<string, string | undefined>>;
  const { phone } = readSubmittedCase(row.form, values);
  return { name: row.name, email: values.email ?? "", phone };
}
