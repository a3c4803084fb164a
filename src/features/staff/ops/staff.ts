import { parseArgs } from "node:util";
import { readRole, type StaffRole, staffRoles } from "../../../platform/contract/desk/roles.ts";
import { type StaffMember, staffLinkDays } from "../../../platform/contract/desk/staff.ts";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { linkContext } from "../../../platform/ops/link-context.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { listStaff } from "../server/list-staff.ts";
import {
  changeRoles,
  disableStaff,
  enableStaff,
  inviteAgain,
  inviteStaff,
  resetSecondFactor,
} from "../server/manage-staff.ts";
import { findStaffByEmail } from "../server/sign-in/log-in.ts";
import { commandLine } from "../server/write-audit.ts";

interface Options {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
}

interface Action {
  readonly usage: string;
  readonly options: readonly (keyof Options)[];
  /** @returns what to print */
  run(database: DatabaseClient, options: Options, operation: Operation): Promise<string>;
}

const by = { actor: commandLine };
const email = "--email <email>";
const role = "--role <role>[,<role>]";

const time = { now: Date.now, origin: () => "" };

const actions: Readonly<Record<string, Action>> = {
  add: {
    usage: `${email} --name <name> ${role}`,
    options: ["email", "name", "roles"],
    run: (database, options, operation) =>
      sendLink(operation, options.email, (links) =>
        database.write((trx) => inviteStaff(trx, by, options, links)),
      ),
  },
  invite: {
    usage: email,
    options: ["email"],
    async run(database, options, operation) {
      const { id } = await requireStaff(database, options.email);
      return sendLink(operation, options.email, (links) =>
        database.write((trx) => inviteAgain(trx, by, id, links)),
      );
    },
  },
  list: {
    usage: "",
    options: [],
    async run(database) {
      const everybody = await listStaff(database.db);
      return everybody.map(describe).join("\n") || "There are no staff members yet.";
    },
  },
  roles: {
    usage: `${email} ${role}`,
    options: ["email", "roles"],
    async run(database, { email, roles }) {
      const { id } = await requireStaff(database, email);
      await database.write((trx) => changeRoles(trx, by, { id, roles }, time));
      return `${email} has these roles from the next request on: ${roles.join(", ")}`;
    },
  },
  disable: {
    usage: email,
    options: ["email"],
    async run(database, { email }) {
      const { id } = await requireStaff(database, email);
      await database.write((trx) => disableStaff(trx, by, id, time));
      return `${email} can no longer log in to the desk; all sessions ended.`;
    },
  },
  enable: {
    usage: email,
    options: ["email"],
    async run(database, { email }) {
      const { id } = await requireStaff(database, email);
      await database.write((trx) => enableStaff(trx, by, id, time));
      return `${email} can log in to the desk again.`;
    },
  },
  "reset-second-factor": {
    usage: email,
    options: ["email"],
    async run(database, { email }) {
      const { id } = await requireStaff(database, email);
      await database.write((trx) => resetSecondFactor(trx, by, id, time));
      return `${email} sets up a new second factor at the next login. A notice is emailed; all sessions ended.`;
    },
  },
};

/** People at the staff desk. The desk's settings call the same functions. */
export const staff: Command = {
  summary: "invites staff to the desk and manages their roles and access",
  usage: Object.entries(actions)
    .map(([name, { usage }]) => `staff ${name} ${usage}`.trim())
    .join(" | "),
  changes: (args) => !args.includes("list"),

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: { email: { type: "string" }, name: { type: "string" }, role: { type: "string" } },
      allowPositionals: true,
    });
    const name = positionals.join(" ");
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    const given = { email: values.email, name: values.name, roles: values.role };
    const names = Object.entries(given).flatMap(([key, value]) => (value ? [key] : []));
    const isComplete = names.toSorted().join() === action?.options.toSorted().join();
    if (!action || !isComplete) throw new OperatorError(`Name the staff member: ${staff.usage}`);
    const options = {
      email: given.email ?? "",
      name: given.name ?? "",
      roles: given.roles === undefined ? [] : readRoleList(given.roles),
    };
    await withDatabase(operation, async (database) => {
      try {
        await operation.print(`${await action.run(database, options, operation)}\n`);
      } catch (error) {
        throw describeError(error);
      }
    });
  },
};

/** Field messages are more specific than the error. */
function describeError(error: unknown): unknown {
  const fields = error instanceof ApiError ? error.body.fields : undefined;
  return fields ? new OperatorError(Object.values(fields).join(" ")) : error;
}

/** @param send creates the link and emails it */
async function sendLink(
  operation: Operation,
  email: string,
  send: (links: ReturnType<typeof linkContext>) => Promise<string>,
): Promise<string> {
  const link = await send(linkContext(operation));
  const sent = `An invitation is sent to ${email}.`;
  // The link of a dry run is never stored.
  return operation.dryRun ? sent : `${sent} The link works for ${staffLinkDays} days:\n${link}`;
}

function describe({ email, name, roles, state, secondFactor, lastSeenAt }: StaffMember): string {
  const seen = lastSeenAt === null ? "never seen" : `last seen ${lastSeenAt}`;
  return [email, name, roles.join(","), state, secondFactor ?? "no second factor", seen].join("\t");
}

async function requireStaff({ db }: DatabaseClient, email: string) {
  const person = await findStaffByEmail(db, email);
  if (!person) throw new OperatorError(`No staff member has the email ${email}.`);
  return person;
}

function readRoleList(text: string): StaffRole[] {
  return text.split(",").map((name) => {
    const role = readRole(name.trim());
    if (role) return role;
    throw new OperatorError(`There is no role "${name}". The roles are: ${staffRoles.join(", ")}`);
  });
}
