import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import type { DeskPermission } from "../../../platform/contract/desk/roles.ts";
import { emailKey } from "../../../platform/contract/form-engine/rules.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { phoneKey } from "../../../platform/server/values/phone.ts";
import { listCustomers } from "../../customers/server/desk/list-customers.ts";
import { type CaseRow, inboxForms, statusNames } from "../../messages/contract/inbox.ts";
import { toCaseQuery } from "../../messages/server/inbox/list/case-filter.ts";
import { listCases } from "../../messages/server/inbox/list/list-cases.ts";
import { subscriberStateNames } from "../../newsletter/contract/subscriber-states.ts";
import { listSubscribers } from "../../newsletter/server/desk/list-subscribers.ts";
import { privacyKindNames, privacyStatusNames } from "../../privacy/contract/names.ts";
import { searchPrivacyCases } from "../../privacy/server/desk/search-cases.ts";
import { toApplicationQuery } from "../../recruiting/server/desk/application-filter.ts";
import { listApplications } from "../../recruiting/server/desk/list-applications.ts";
import { type RequestState, requestStateNames } from "../../requests/contract/requests.ts";
import { searchRequests } from "../../requests/server/desk/search-requests.ts";
import type { HitState, SearchHit, SearchKind } from "../contract/search.ts";

/** A search of one kind. */
export interface KindSearch {
  readonly database: DatabaseClient;
  /** As typed, without the spaces around it. */
  readonly text: string;
  readonly size: number;
  readonly staffId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What was found of one kind; `isSimilar`: by names that differ by a letter. */
export interface FoundKind {
  readonly hits: readonly SearchHit[];
  readonly count: number;
  readonly isCountExact: boolean;
  readonly isSimilar: boolean;
}

/** Who may search each kind, and how. */
export const kinds: Readonly<
  Record<
    SearchKind,
    { readonly permission: DeskPermission; find(search: KindSearch): Promise<FoundKind> }
  >
> = {
  customers: { permission: "customers", find: findCustomers },
  requests: { permission: "customers", find: findRequests },
  messages: { permission: "inbox-read", find: findMessages },
  applicants: { permission: "applications", find: findApplicants },
  subscribers: { permission: "newsletter", find: findSubscribers },
  privacy: { permission: "deletion", find: findPrivacy },
};

/** Whether what was typed is one of these: a reference, an email, a phone number or a support ID. */
function isOneOf(typed: string, values: readonly string[]): boolean {
  const phone = phoneKey(typed);
  return values.some(
    (value) =>
      value !== "" &&
      (value.toUpperCase() === typed.toUpperCase() ||
        emailKey(value) === emailKey(typed) ||
        (phone.length >= 10 && phone === phoneKey(value))),
  );
}

type NewHit = Omit<SearchHit, "label" | "isExact" | "state" | "stateName"> &
  Partial<Pick<SearchHit, "label" | "state" | "stateName">>;

/** @param values that identify the record */
function hit(typed: string, values: readonly string[], rest: NewHit): SearchHit {
  return { label: "", state: null, stateName: "", ...rest, isExact: isOneOf(typed, values) };
}

async function findCustomers({ database, text, size }: KindSearch): Promise<FoundKind> {
  const page = await listCustomers(database, { q: text });
  return {
    ...page,
    isSimilar: page.search?.isSimilar === true,
    hits: page.customers.slice(0, size).map((one) =>
      hit(text, [one.email, one.phone, one.supportId], {
        id: one.id,
        path: `${deskPaths.customers}/${one.id}`,
        title: one.name,
        text: [one.phone, [one.city, one.state].filter(Boolean).join(", "), one.email]
          .filter(Boolean)
          .join(" · "),
        ...(one.isLocked && { state: "locked" as const, stateName: "Locked" }),
      }),
    ),
  };
}

async function findRequests({ database, text, size }: KindSearch): Promise<FoundKind> {
  const found = await searchRequests(database, text, size);
  return {
    ...found,
    hits: found.requests.map((one) =>
      hit(text, [one.reference], {
        id: `${one.uid} ${one.id}`,
        path:
          one.deskId === null
            ? `${deskPaths.customers}/${one.uid}#request-${one.reference}`
            : `${deskPaths.requests}/${encodeURIComponent(one.deskId)}`,
        title: one.title,
        text: [one.customer, one.provider, one.reference].filter(Boolean).join(" · "),
        state: requestHits[one.state],
        stateName: requestStateNames[one.state],
      }),
    ),
  };
}

const requestHits: Readonly<Record<RequestState, HitState>> = {
  asked: "new",
  proposed: "waiting",
  booked: "in-progress",
  done: "completed",
  canceled: "done",
};

async function findMessages(search: KindSearch): Promise<FoundKind> {
  const { database, text, size, staffId, now } = search;
  const page = await listCases(database, toCaseQuery({ q: text }, staffId), undefined, now);
  return {
    ...page,
    isSimilar: page.search?.isSimilar === true,
    hits: page.cases.slice(0, size).map((one) =>
      hit(text, [one.reference], {
        id: one.reference,
        path: `${deskPaths.inbox}/${one.reference}`,
        title: one.name,
        label: inboxForms[one.form] ?? one.form,
        text: one.snippet,
        ...stateOf(one),
      }),
    ),
  };
}

const messageStates: Readonly<Record<CaseRow["status"], HitState>> = {
  new: "new",
  "in-progress": "open",
  waiting: "waiting",
  done: "done",
  "taken-back": "done",
  merged: "done",
};

function stateOf({ isSpam, status }: CaseRow) {
  if (isSpam) return { state: "spam", stateName: "Spam" } as const;
  return { state: messageStates[status], stateName: statusNames[status] };
}

async function findApplicants({ database, text, size, now }: KindSearch): Promise<FoundKind> {
  const query = toApplicationQuery({ status: "all", q: text }, now);
  const page = await listApplications(database, query);
  return {
    ...page,
    isSimilar: page.search?.isSimilar === true,
    hits: page.applications.slice(0, size).map((one) =>
      hit(text, [one.reference], {
        id: one.reference,
        path: `${deskPaths.applications}/${one.reference}`,
        title: one.name,
        label: one.track === "care" ? "Caregiver" : "Provider",
        text: [one.city, one.reference].filter(Boolean).join(" · "),
      }),
    ),
  };
}

async function findSubscribers({ database, text, size }: KindSearch): Promise<FoundKind> {
  const page = await listSubscribers(database.db, { q: emailKey(text) }, undefined, size);
  return {
    ...page,
    isSimilar: false,
    hits: page.subscribers.map((one) =>
      hit(text, [one.email], {
        id: one.id,
        path: `${deskPaths.newsletter}/${one.id}`,
        title: one.email,
        text: "",
        state: one.state === "reader" ? "subscribed" : "left",
        stateName: subscriberStateNames[one.state],
      }),
    ),
  };
}

async function findPrivacy({ database, text, size }: KindSearch): Promise<FoundKind> {
  const found = await searchPrivacyCases(database.db, text, size);
  return {
    ...found,
    isSimilar: false,
    hits: found.cases.map((one) =>
      hit(text, [one.reference, one.email, one.supportId], {
        id: one.reference,
        path: `${deskPaths.privacy}/${one.reference}`,
        title: one.name || one.email,
        label: privacyKindNames[one.kind],
        text: [one.email, one.reference].filter(Boolean).join(" · "),
        state: one.isOpen ? "open" : "done",
        stateName: privacyStatusNames[one.status],
      }),
    ),
  };
}
