import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { formNames } from "../../contract/records-api.ts";
import type { WebhookEvent } from "../../contract/webhooks.ts";
import type { NewEvent } from "./emit-events.ts";

interface CaseFacts {
  readonly id: string;
  readonly reference: string;
  readonly form: string;
  readonly status: string;
  readonly isSpam: boolean;
  readonly scope?: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** The name of a form for programs, such as "support". @param collection of a public form */
export function formNameOf(collection: string): string {
  return formNames.get(collection) ?? collection;
}

export function caseCreated(facts: CaseFacts): NewEvent[] {
  return [caseEvent("submission.created", facts), caseEvent("case.created", facts)];
}

/** The events of a changed case. A case cleared of spam is reported as a new one. */
export function caseChanged(facts: CaseFacts, before: { readonly scope: string }): NewEvent[] {
  if (before.scope === "spam") return facts.isSpam ? [] : caseCreated(facts);
  const isClosing = facts.scope === "closed" && before.scope !== "closed";
  return [
    caseEvent("submission.updated", facts),
    ...(isClosing ? [caseEvent("case.closed", facts)] : []),
  ];
}

export function caseReplied(facts: Omit<CaseFacts, "isSpam">): NewEvent {
  return caseEvent("case.replied", { ...facts, isSpam: false });
}

function caseEvent(event: WebhookEvent, facts: CaseFacts): NewEvent {
  const { id, reference, form, status, isSpam, createdAt } = facts;
  return {
    event,
    recordId: id,
    object: { id: reference },
    data: {
      form: formNameOf(form),
      reference,
      status,
      isSpam,
      receivedAt: toTime(createdAt),
      page: `${deskPaths.inbox}/${reference}`,
    },
  };
}

interface RequestFacts {
  readonly id: string;
  readonly reference: string;
  readonly kind: string;
  readonly source: string;
  readonly status: string;
  readonly scope: string;
  /** Milliseconds since 1970, as `due_at`. */
  readonly received_at: number;
  readonly due_at: number;
}

/** The event of a request about data: only for deletion requests, and not for spam. */
export function requestEvents(
  event: WebhookEvent & `deletion.${string}`,
  { id, reference, kind, source, status, scope, received_at, due_at }: RequestFacts,
): NewEvent[] {
  if (kind !== "deletion" || scope === "spam") return [];
  const data = {
    reference,
    source,
    status,
    receivedAt: toTime(Number(received_at)),
    dueAt: toTime(Number(due_at)),
    page: `${deskPaths.privacy}/${reference}`,
  };
  return [{ event, recordId: id, object: { id: reference }, data }];
}

interface ApplicationFacts {
  readonly id: string;
  readonly reference: string | null;
  readonly track: string;
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly submittedAt: number | null;
}

export function applicationEvent(
  event: WebhookEvent & `application.${string}`,
  { id, reference, track, status, submittedAt }: ApplicationFacts,
): NewEvent {
  return {
    event,
    recordId: id,
    object: { id: reference ?? id },
    data: {
      track,
      reference,
      status,
      receivedAt: submittedAt === null ? null : toTime(submittedAt),
      page: `${deskPaths.applications}/${reference}`,
    },
  };
}

/** An event of a newsletter address. @param id of its row */
export function subscriberEvent(
  event: WebhookEvent & `subscriber.${string}`,
  id: string,
  state: string,
): NewEvent {
  const data = { id, state, page: `${deskPaths.newsletter}/${id}` };
  return { event, recordId: id, object: { id }, data };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
