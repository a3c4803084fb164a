import { contactEndpoints } from "../../src/features/messages/contract/contacts.ts";
import { caseStatuses, inboxForms } from "../../src/features/messages/contract/inbox.ts";
import {
  type CaseEdit,
  inboxEndpoints,
} from "../../src/features/messages/contract/inbox-endpoints.ts";
import type { NewReply } from "../../src/features/messages/contract/replies.ts";
import { replyEndpoints } from "../../src/features/messages/contract/reply-endpoints.ts";
import { overviewEndpoints } from "../../src/features/overview/contract/overview.ts";
import { retentionEndpoints } from "../../src/features/retention/contract/retention.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { days } from "../../src/platform/contract/durations.ts";
import { platform } from "../../src/platform/contract/form-engine/fields.ts";
import type { SignedInStaff } from "../../tests/support/staff.ts";
import type { FilledInbox } from "./fill-inbox.ts";
import type { Run } from "./measure-desk.ts";

const listPath = pathOf(inboxEndpoints.list);
const casePath = pathOf(inboxEndpoints.read);

const newReply: NewReply = {
  text: "Thank you for writing. We have made the letters larger, and we will call you on Friday.",
  blanks: {},
  statusAfter: "waiting",
  templateId: "",
};

/**
 * Requests of the inbox.
 * @param imani sends the requests
 * @param staff assignees
 * @param spanDays days that the cases are spread over
 */
export function inboxRequests(
  imani: SignedInStaff,
  staff: readonly SignedInStaff[],
  { references, emails, phones, supportIds }: FilledInbox,
  caseCount: number,
  spanDays = 3 * 365,
): Readonly<Record<string, Run>> {
  const at = <Item>(items: readonly Item[], round: number) => items[round % items.length] as Item;
  const get = async (url: string) => {
    const response = await imani.request("GET", url);
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`);
    return response;
  };
  const list = async (query: string) => void (await get(`${listPath}?${query}`));
  const forms = Object.keys(inboxForms);
  // Cursor of page 10,000: half of the cases are before it.
  const middle = Date.now() - days(spanDays / 2);
  const versions = new Map<string, number>();
  const change = async (round: number, editOf: (version: number) => CaseEdit) => {
    const reference = at(references, round);
    const version = versions.get(reference) ?? 1;
    const url = casePath.replace(":id", reference);
    const response = await imani.request("PATCH", url, { version, edit: editOf(version) });
    if (response.statusCode !== 200) throw new Error(response.body);
    versions.set(reference, response.json().version);
  };
  let sent = 0;
  return {
    "page 1": () => list(""),
    "page 1 of all": () => list("status=all"),
    "page 10,000 by key": () => list(`status=all&after=${Math.round(middle)}.${caseCount / 2}`),
    "oldest first": () => list("status=all&sort=oldest"),
    "longest waiting": () => list("sort=longest-waiting"),
    "by form": (round) => list(`status=all&form=${at(forms, round)}`),
    "by status": (round) => list(`status=${at(caseStatuses, round)}`),
    "by assignee": (round) => list(`status=all&assignee=${at(staff, round).id}`),
    "by platform": (round) =>
      list(`status=all&platform=${encodeURIComponent(at(platform.options, round))}`),
    "by tag": (round) => list(`status=all&tag=${at(["billing", "Android"], round)}`),
    "by days": (round) => list(`status=all&from=2025-0${1 + (round % 9)}-01&to=2025-12-31`),
    overdue: () => list("status=overdue"),
    spam: () => list("status=spam"),
    "form, assignee and tag": (round) =>
      list(`status=all&form=${at(forms, round)}&assignee=${imani.id}&tag=billing`),
    counts: async () => void (await get(pathOf(inboxEndpoints.counts))),
    "search, a name": (round) => list(`status=all&q=${at(["Helen", "anna mor", "tito"], round)}`),
    "search, a reference": (round) => list(`status=all&q=${at(references, round)}`),
    "search, a beginning": (round) => list(`status=all&q=${at(["ba", "mo", "sta", "k"], round)}`),
    "search, an email": (round) => list(`status=all&q=${encodeURIComponent(at(emails, round))}`),
    "search, a phone number": (round) =>
      list(`status=all&q=${encodeURIComponent(at(phones, round))}`),
    "search, a support ID": (round) => list(`status=all&q=${at(supportIds, round)}`),
    "search, with filters": () => list(`status=all&q=ban&assignee=${imani.id}&form=${forms[0]}`),
    "search, nothing found": () => list("status=all&q=xylophone"),
    open: async (round) => void (await get(casePath.replace(":id", at(references, round)))),
    "change of status": (round) =>
      change(round, (version) => ({ status: version % 2 ? "in-progress" : "done" })),
    "change of assignee": (round) =>
      change(round, (version) => ({ assigneeId: at(staff, version).id })),
    "change of tags": (round) =>
      change(round, (version) => ({ tags: version % 2 ? ["billing", "ride"] : ["urgent"] })),
    "a person": async (round) =>
      void (await get(pathOf(contactEndpoints.read).replace(":id", at(references, round)))),
    retention: async () => void (await get(pathOf(retentionEndpoints.read))),
    "saved views": async () => void (await get(pathOf(inboxEndpoints.views))),
    overview: async (round) =>
      void (await get(`${pathOf(overviewEndpoints.read)}?range=${at([7, 30, 90, 365], round)}`)),
    "save a draft": async (round) => {
      const url = pathOf(replyEndpoints.saveDraft).replace(":id", at(references, round));
      const response = await imani.request("PUT", url, newReply);
      if (response.statusCode !== 200) throw new Error(response.body);
    },
    "send a reply": async () => {
      // From the other end: cases whose status has not been changed, so still version 1.
      const reference = at(references.toReversed(), sent);
      sent += 1;
      const url = pathOf(replyEndpoints.send).replace(":id", reference);
      const response = await imani.request("POST", url, { ...newReply, version: 1 });
      if (response.statusCode !== 200) throw new Error(response.body);
    },
  };
}
