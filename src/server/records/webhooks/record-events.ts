import type { WebhookEvent } from "../../../contract/desk/integrations/webhooks.ts";
import { deskPaths } from "../../../contract/desk/paths.ts";
import { dataDeletionForm } from "../../../contract/forms/data-deletion.ts";
import { publicForms } from "../../../contract/forms/public-forms.ts";
import type { NewEvent } from "./emit-events.ts";

/** Names of the forms for programs, by collection: the path of the page, "support". */
const formNames = new Map(publicForms.map(({ form, path }) => [form.collection, path.slice(1)]));

interface CaseFacts {
  readonly id: string;
  readonly reference: string;
  /** Collection. */
  readonly form: string;
  readonly status: string;
  readonly isSpam: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** The name of a form for programs: "support". @param collection of a public form */
function formNameOf(collection: string): string {
  return formNames.get(collection) ?? collection;
}

/** The events of a new case: a data deletion request is one more. */
export function caseCreated(facts: CaseFacts): NewEvent[] {
  const created = [caseEvent("submission.created", facts)];
  if (facts.form === dataDeletionForm.collection) {
    created.push({
      event: "deletion.received",
      recordId: facts.id,
      data: {
        reference: facts.reference,
        receivedAt: toTime(facts.createdAt),
        page: deskPaths.privacy,
      },
    });
  }
  return created;
}

/** The event of a changed case. One that is spam no longer is told of as a new one. */
export function caseChanged(facts: CaseFacts, wasSpam: boolean): NewEvent[] {
  if (wasSpam) return facts.isSpam ? [] : caseCreated(facts);
  return [caseEvent("submission.updated", facts)];
}

function caseEvent(event: WebhookEvent, facts: CaseFacts): NewEvent {
  const { id, reference, form, status, isSpam, createdAt } = facts;
  return {
    event,
    recordId: id,
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

interface ApplicationFacts {
  readonly id: string;
  readonly reference: string | null;
  readonly track: string;
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly submittedAt: number | null;
}

/** An event of an application that was sent. */
export function applicationEvent(
  event: WebhookEvent & `application.${string}`,
  { id, reference, track, status, submittedAt }: ApplicationFacts,
): NewEvent {
  return {
    event,
    recordId: id,
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
  return { event, recordId: id, data: { id, state, page: `${deskPaths.newsletter}/${id}` } };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
