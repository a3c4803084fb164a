import { useCallback, useRef, useState } from "react";
import { withId } from "../../contract/endpoints/define-endpoint.ts";
import { deskRequest, failureMessage } from "../api/desk-request.ts";
import type { Addressed, ReplyKind } from "./reply-target.ts";
import type { Draft } from "./use-draft.ts";

interface Sending<Detail> {
  readonly isBusy: boolean;
  /** Why the reply was not accepted. */
  readonly failure: string | undefined;
  /** Someone else saved first: the record as it was, and as it is now. */
  readonly conflict: { readonly base: Detail; readonly current: Detail } | undefined;
  readonly send: () => Promise<void>;
  /** Sends despite the other change. */
  readonly sendAnyway: () => Promise<void>;
  /** Shows the other change; the reply is kept. */
  readonly look: () => void;
}

/** Sends a reply, based on the version of the record that the writer sees. */
export function useSend<Detail extends Addressed>(
  kind: Pick<ReplyKind<Detail>, "read" | "send">,
  detail: Detail,
  draft: Draft,
  onChanged: (detail: Detail) => void,
): Sending<Detail> {
  const { reference } = detail;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<Sending<Detail>["conflict"]>();
  const busy = useRef(false);

  const sendOn = useCallback(
    async (base: Detail) => {
      if (busy.current) return;
      busy.current = true;
      setBusy(true);
      setFailure(undefined);
      setConflict(undefined);
      await draft.stop();
      const body = { ...draft.reply, version: base.version };
      const outcome = await deskRequest(withId(kind.send, reference), body);
      busy.current = false;
      setBusy(false);
      if (outcome.ok) {
        onChanged(outcome.data);
        return;
      }
      draft.resume();
      const { error } = outcome;
      const current =
        error.code === "case-changed" ? await deskRequest(withId(kind.read, reference)) : undefined;
      if (current?.ok) {
        setConflict({ base, current: current.data });
        return;
      }
      const fields = "fields" in error && error.fields ? Object.values(error.fields) : [];
      setFailure(fields.length > 0 ? fields.join(" ") : failureMessage(error));
    },
    [kind, reference, draft, onChanged],
  );

  return {
    isBusy,
    failure,
    conflict,
    send: () => sendOn(detail),
    sendAnyway: async () => {
      if (!conflict) return;
      onChanged(conflict.current);
      await sendOn(conflict.current);
    },
    look: () => {
      if (conflict) onChanged(conflict.current);
      setConflict(undefined);
    },
  };
}
