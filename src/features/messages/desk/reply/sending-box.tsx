import { useEffect, useEffectEvent, useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { seconds } from "../../../../platform/contract/durations.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { SecondsLeft } from "../../../../platform/desk/record/seconds-left.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import type { SendingReply } from "../../contract/replies.ts";
import type { Addressed, ReplyKind } from "./reply-target.ts";
import styles from "./sending-box.module.css";

/** Polling interval where no live event reports that it was sent, in milliseconds. */
const lookAgainMs = 3000;

interface SendingBoxProps<Detail extends Addressed> {
  readonly kind: Pick<ReplyKind<Detail>, "undo">;
  readonly name: string;
  readonly sending: SendingReply;
  readonly onChanged: (detail: Detail) => void;
  readonly onSent: () => void;
}

/** Replaces the form while the reply can be undone: one filled square is one second. */
export function SendingBox<Detail extends Addressed>(props: SendingBoxProps<Detail>) {
  const { kind, name, sending, onChanged, onSent } = props;
  const { id, inMs } = sending;
  const [deadline] = useState(() => performance.now() + inMs);
  const [left, setLeft] = useState(() => Math.ceil(inMs / seconds(1)));
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    const timer = setInterval(
      () => setLeft(Math.max(0, Math.ceil((deadline - performance.now()) / seconds(1)))),
      seconds(1) / 4,
    );
    return () => clearInterval(timer);
  }, [deadline]);

  const lookAgain = useEffectEvent(onSent);
  const isOver = left === 0;
  useEffect(() => {
    if (!isOver) return;
    const timer = setInterval(() => lookAgain(), lookAgainMs);
    return () => clearInterval(timer);
  }, [isOver]);

  async function undo() {
    if (isBusy) return;
    setBusy(true);
    const outcome = await deskRequest(withId(kind.undo, id));
    setBusy(false);
    if (outcome.ok) onChanged(outcome.data);
    else setFailure(failureMessage(outcome.error));
  }

  return (
    <div className={`${styles.box} on-dark`}>
      <SecondsLeft count={left} />
      <div className={styles.words}>
        {/* Announced once, not every second. */}
        <p aria-hidden="true">{isOver ? "Sending…" : `Sending in ${left} s`}</p>
        <p role="status" className="sr">
          {isOver ? "Sending now." : "The reply is sent in 10 seconds. You can undo it."}
        </p>
        <p>
          To <bdi>{name}</bdi>
        </p>
        <p role="alert">{failure}</p>
      </div>
      {!isOver && (
        <Button look="paper" autoFocus onClick={() => void undo()}>
          <DeskIcon name="undo" />
          Undo<span className="sr"> sending</span>
        </Button>
      )}
    </div>
  );
}
