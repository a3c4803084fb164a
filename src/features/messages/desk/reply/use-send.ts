import { useCallback, useRef, useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { findUnread } from "../../../../platform/desk/data/unread.ts";
import type { NewReply, ReplyFile } from "../../contract/replies.ts";
import type { Addressed, ReplyKind } from "./reply-target.ts";
import type { Draft } from "./use-draft.ts";

interface Sending<Detail> {
  readonly isBusy: boolean;
  /** Why the reply was not accepted. */
  readonly failure: string | undefined;
  /** Whether Send was pressed with this unread state behind it, and nothing was sent. */
  readonly isAsking: boolean;
  /** @param reply instead of the draft, whose change may not be rendered yet */
  readonly send: (reply?: NewReply) => Promise<void>;
  /** Says why nothing was sent. */
  readonly stop: (why: string) => void;
  /** Sends although the unread state is not read. */
  readonly sendAnyway: (unread: Detail) => Promise<void>;
}

interface SentFrom<Detail> {
  readonly detail: Detail;
  /** A newer state that the writer has not looked at. */
  readonly unread: Detail | undefined;
  readonly staffId: string;
  /** Those that the writer sees. */
  readonly files: readonly ReplyFile[];
  /** Takes a newer state, which waits in `unread` if there is something to read. */
  readonly onChanged: (detail: Detail) => void;
  readonly onRead: (detail: Detail) => void;
}

/**
 * Sends a reply, based on the state of the record that the writer sees. With something unread behind
 * it, nothing is sent: the writer is asked once for each newer state.
 */
export function useSend<Detail extends Addressed>(
  kind: Pick<ReplyKind<Detail>, "read" | "send">,
  { detail, unread, staffId, files, onChanged, onRead }: SentFrom<Detail>,
  draft: Draft,
): Sending<Detail> {
  const { reference } = detail;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [askedVersion, setAskedVersion] = useState<number>();
  const busy = useRef(false);

  const post = useCallback(
    async (base: Detail, reply: NewReply) => {
      const body = { ...reply, files: files.map(({ id }) => id), version: base.version };
      const outcome = await deskRequest(withId(kind.send, reference), body);
      if (outcome.ok || outcome.error.code !== "case-changed") return { outcome };
      const current = await deskRequest(withId(kind.read, reference));
      return { outcome, current: current.ok ? current.data : undefined };
    },
    [kind, reference, files],
  );

  const sendOn = useCallback(
    async (base: Detail, reply: NewReply) => {
      if (busy.current) return;
      busy.current = true;
      setBusy(true);
      setFailure(undefined);
      await draft.stop();
      let { outcome, current } = await post(base, reply);
      // The version also counts what nobody has to read, such as a delivery.
      if (current && findUnread(base, current, staffId) === undefined && !current.sending) {
        ({ outcome, current } = await post(current, reply));
      }
      busy.current = false;
      setBusy(false);
      if (outcome.ok) {
        onChanged(outcome.data);
        return;
      }
      draft.resume();
      if (current) {
        onChanged(current);
        setAskedVersion(current.version);
        if (findUnread(base, current, staffId)) return;
      }
      const { error } = outcome;
      const fields = "fields" in error && error.fields ? Object.values(error.fields) : [];
      setFailure(fields.length > 0 ? fields.join(" ") : failureMessage(error));
    },
    [draft, staffId, onChanged, post],
  );

  return {
    isBusy,
    failure,
    isAsking: unread !== undefined && askedVersion === unread.version,
    send: async (reply = draft.content) => {
      if (unread) setAskedVersion(unread.version);
      else await sendOn(detail, reply);
    },
    stop: setFailure,
    sendAnyway: async (newer) => {
      onRead(newer);
      await sendOn(newer, draft.content);
    },
  };
}
