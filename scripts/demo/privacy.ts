import type { Transaction } from "kysely";
import type { PrivacyReceipt } from "../../src/features/privacy/contract/endpoints.ts";
import { denialReasons, extensionReasons } from "../../src/features/privacy/contract/names.ts";
import { fileAppeal } from "../../src/features/privacy/server/requests/appeal.ts";
import { closePrivacyRequest } from "../../src/features/privacy/server/requests/close-request.ts";
import { noteDeliveries } from "../../src/features/privacy/server/requests/deliveries.ts";
import {
  confirmIdentity,
  sendIdentityLink,
} from "../../src/features/privacy/server/requests/identity.ts";
import {
  addLog,
  insertPrivacyRequest,
  lockPrivacyRequest,
  type PrivacyCase,
  savePrivacyRequest,
} from "../../src/features/privacy/server/requests/privacy-case.ts";
import {
  composeLetter,
  sendLetter,
} from "../../src/features/privacy/server/requests/send-letter.ts";
import { days, hours } from "../../src/platform/contract/durations.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import type { Database } from "../../src/platform/server/db/schema.ts";
import { makeReference } from "../../src/platform/server/values/reference.ts";
import { orderedIdAt } from "./ids.ts";
import { demoPerson } from "./people.ts";

/** Staff member who handles a request. */
interface Worker {
  readonly staffId: string;
  readonly name: string;
}

/** Progress of a demo request. */
type Stage =
  | "new"
  | "identity"
  | "checked"
  | "in-progress"
  | "extended"
  | "denied"
  | "appeal"
  | "done";

interface DemoRequest {
  readonly name: string;
  readonly kind: "deletion" | "copy";
  /** Days ago. */
  readonly age: number;
  readonly stage: Stage;
  /** Lowercase; derived from the name by default. */
  readonly email?: string;
}

/** Requests in every state, in addition to those of the form, which are done. */
const demoRequests: readonly DemoRequest[] = [
  { name: "Hal Dunning", kind: "deletion", age: 47, stage: "in-progress" },
  { name: "Iris Vance", kind: "deletion", age: 39, stage: "in-progress" },
  {
    name: `${demoPerson.firstName} ${demoPerson.lastName}`,
    email: demoPerson.email,
    kind: "deletion",
    age: 14,
    stage: "in-progress",
  },
  { name: "Theo Lindqvist", kind: "copy", age: 7, stage: "identity" },
  { name: "Ana Lucero", kind: "deletion", age: 1, stage: "checked" },
  { name: "Joan Abbott", kind: "deletion", age: 28, stage: "extended" },
  { name: "Ned Farrow", kind: "deletion", age: 20, stage: "appeal" },
  { name: "Walter Pike", kind: "copy", age: 33, stage: "denied" },
];

const doneAfterDays = 9;

export async function addDemoPrivacy(
  database: DatabaseClient,
  workers: readonly Worker[],
  now: number,
): Promise<void> {
  const submitted = await database.db.selectFrom("privacy_cases").selectAll().execute();
  for (const [index, { id, received_at: receivedAt }] of submitted.entries()) {
    const worker = workers[index % workers.length];
    const isOld = Number(receivedAt) < now - days(doneAfterDays + 1);
    if (worker && isOld) await database.write((trx) => play(trx, id, "done", worker, receivedAt));
  }
  for (const [index, { name, kind, age, stage, email }] of demoRequests.entries()) {
    const worker = workers[index % workers.length];
    const receivedAt = now - days(age) - hours(2);
    const id = orderedIdAt(receivedAt);
    await database.write(async (trx) => {
      await insertPrivacyRequest(trx, {
        id,
        reference: makeReference(),
        submissionId: null,
        kind,
        source: index % 2 === 0 ? "email" : "phone",
        name,
        email: email ?? `${name.toLowerCase().replace(" ", ".")}@example.com`,
        supportId: "",
        isSpam: false,
        receivedAt,
      });
      if (worker) await play(trx, id, stage, worker, receivedAt);
    });
  }
  // Already sent, so the content is erased.
  const blank = { recipient: "", subject: "", text: "", html: "", headers: "{}" };
  await database.write((trx) =>
    trx
      .updateTable("mail_outbox")
      .set((row) => ({ ...blank, sent_at: row.ref("created_at") }))
      .where("kind", "like", "privacy-%")
      .execute(),
  );
  for (let run = 0; run < demoRequests.length; run += 1) await noteDeliveries(database, now);
}

async function play(
  trx: Transaction<Database>,
  id: string,
  stage: Stage,
  worker: Worker,
  received: number,
): Promise<void> {
  const at = (day: number) => Number(received) + days(day);
  const read = () => lockPrivacyRequest(trx, "id", id);
  const { staffId, name: writer } = worker;
  const actor = { staffId, name: writer, origin: "" };
  const context = { origin: () => "http://127.0.0.1", now: () => at(0) };
  await sendIdentityLink(trx, await read(), {}, context);
  if (stage === "identity") return;
  if (stage !== "denied" && stage !== "appeal") {
    await confirmIdentity(trx, await read(), "link", undefined, at(0) + hours(3));
  }
  if (stage === "checked") return;
  const taken = await savePrivacyRequest(
    trx,
    await read(),
    {
      status: "in-progress",
      assignee_id: staffId,
      started_at: at(2),
    },
    at(2),
  );
  await addLog(trx, taken, { kind: "privacy.taken", data: { isAppeal: false }, actor }, at(2));
  if (stage === "extended") await extend(trx, taken, worker, at(25));
  if (stage === "done") {
    const receipt = JSON.stringify(demoReceipt(writer, at(doneAfterDays)));
    await closePrivacyRequest(
      trx,
      taken,
      "done",
      { closed_by: staffId, receipt },
      at(doneAfterDays),
    );
    const data = { deleted: 12, kept: 1 };
    await addLog(trx, taken, { kind: "privacy.deleted", data, actor }, at(doneAfterDays));
    const letter = await composeLetter(trx, taken, "deleted", { staffId });
    await sendLetter(trx, id, letter, at(doneAfterDays));
  }
  if (stage === "denied" || stage === "appeal") {
    const [reason] = denialReasons;
    const columns = { closed_by: staffId, denial_reason: reason };
    const denied = await closePrivacyRequest(trx, taken, "denied", columns, at(12));
    await addLog(trx, taken, { kind: "privacy.denied", actor }, at(12));
    const letter = await composeLetter(trx, denied, "denied", { reason, staffId, writer });
    await sendLetter(trx, id, letter, at(12));
  }
  if (stage === "appeal") {
    await fileAppeal(trx, await read(), "It is me. I can tell you my support ID.", at(19));
  }
}

async function extend(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { staffId, name: writer }: Worker,
  now: number,
): Promise<void> {
  const [reason] = extensionReasons;
  const extended = await savePrivacyRequest(
    trx,
    request,
    {
      extended_at: now,
      extension_reason: reason,
      due_at: Number(request.received_at) + days(90),
    },
    now,
  );
  const actor = { staffId, name: writer, origin: "" };
  await addLog(trx, request, { kind: "privacy.extended", actor }, now);
  const letter = await composeLetter(trx, extended, "extended", { reason, staffId, writer });
  await sendLetter(trx, request.id, letter, now);
}

function demoReceipt(by: string, at: number): PrivacyReceipt {
  return {
    at: new Date(at).toISOString(),
    by,
    lines: [
      { name: "Account, profile, pictures", count: 2 },
      { name: "Log-ins and devices", count: 1 },
      { name: "Completed requests", count: 4 },
      { name: "Messages, answers, notes", count: 3 },
      { name: "Newsletter and emails", count: 2 },
    ],
    deleted: 12,
    kept: 1,
  };
}
