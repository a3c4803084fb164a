import { useCallback, useMemo, useState } from "react";
import { useParams } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { countShown, usePages } from "../../../../platform/desk/data/use-pages.ts";
import { formatCount } from "../../../../platform/desk/format/format-count.ts";
import { useNow } from "../../../../platform/desk/format/use-now.ts";
import { ListAndRecord } from "../../../../platform/desk/record/list-and-record.tsx";
import { UndoBar } from "../../../../platform/desk/record/undo-bar.tsx";
import { useUndo } from "../../../../platform/desk/record/use-undo.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../../platform/desk/shell/session.ts";
import { useColleagues } from "../../../../platform/desk/shell/use-colleagues.ts";
import type { Outcome } from "../../../../platform/site/runtime/api.ts";
import { type CallBackPage, inboxTopic } from "../../contract/inbox.ts";
import { callBackEndpoints, inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { InboxProvider } from "../inbox/inbox-context.ts";
import { CallBackList } from "./call-back-list.tsx";
import { OpenCallBack } from "./open-call-back.tsx";

const ignore = () => undefined;
async function sendUndo(undo: string): Promise<Outcome<string>> {
  const outcome = await deskRequest(inboxEndpoints.undo, { undo });
  return outcome.ok ? { ok: true, data: "The call is as before." } : outcome;
}
const pages = { rowsOf: (page: CallBackPage) => page.callBacks, topic: inboxTopic } as const;

/** The calls that we owe, and one of them. Each is a message of the inbox. */
export function CallBacksPage() {
  const person = useCurrentStaff();
  const staff = useColleagues();
  const { reference } = useParams();
  const now = useNow();
  const [said, announce] = useState("");
  const list = usePages(callBackEndpoints.list, pages);
  const canWork = person.permissions.includes("inbox-work");
  const { count, isCountExact } = countShown(list);
  const heading = list.first ? `${formatCount(count, isCountExact)} to call back` : "Call backs";
  const { reload } = list;
  const onChanged = useCallback(async () => void (await reload()), [reload]);
  const changes = useUndo(sendUndo, onChanged, ignore);
  const { offer } = changes;
  const context = useMemo(() => {
    const offerUndo = (sentence: string, undo: string | null) => offer(sentence, undo, true);
    return { ...staff, person, canWork, now, announce, offerUndo };
  }, [staff, person, canWork, now, offer]);
  return (
    <InboxProvider value={context}>
      <PageHeading className="sr">Call backs</PageHeading>
      <p role="status" className="sr">
        {said}
      </p>
      <ListAndRecord
        wide="list"
        label="Call back"
        isOpen={reference !== undefined}
        list={<CallBackList list={list} heading={heading} openId={reference} />}
      >
        {reference !== undefined && (
          <OpenCallBack
            key={reference}
            reference={reference}
            back={{ to: deskPaths.callBacks, label: heading }}
            onChanged={() => void list.reload()}
          />
        )}
        <UndoBar changes={changes} isOfRecord />
      </ListAndRecord>
    </InboxProvider>
  );
}
