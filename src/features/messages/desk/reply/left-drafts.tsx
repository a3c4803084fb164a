import { useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { formatInSentence } from "../../../../platform/desk/format/times.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import type { LeftDraft } from "../../contract/replies.ts";
import styles from "./left-drafts.module.css";
import type { Addressed, ReplyKind } from "./reply-target.ts";
import type { Draft } from "./use-draft.ts";

interface LeftDraftsProps<Detail extends Addressed> {
  readonly kind: Pick<ReplyKind<Detail>, "takeOver">;
  readonly detail: Detail;
  readonly draft: Pick<Draft, "flush">;
  /** Present time, milliseconds since 1970. */
  readonly now: number;
  readonly onChanged: (detail: Detail) => void;
}

/** Unsent replies of colleagues who can no longer send them. */
export function LeftDrafts<Detail extends Addressed>(props: LeftDraftsProps<Detail>) {
  const { kind, detail, draft, now, onChanged } = props;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function takeOver({ id }: LeftDraft) {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const isSaved = await draft.flush();
    const endpoint = withId(kind.takeOver, detail.reference);
    const outcome = isSaved ? await deskRequest(endpoint, { draft: id }) : undefined;
    setBusy(false);
    if (outcome?.ok) onChanged(outcome.data);
    else setFailure(failureMessage(outcome?.error ?? { code: "unreachable" }));
  }

  return detail.leftDrafts.map((left) => (
    <section key={left.id} className={styles.left} aria-labelledby={`left-${left.id}`}>
      <h3 id={`left-${left.id}`}>
        Unsent reply by <bdi>{left.name}</bdi>
      </h3>
      <p className={styles.text} dir="auto">
        {left.text}
      </p>
      {left.files.length > 0 && (
        <p dir="auto">Attached: {left.files.map(({ name }) => name).join(", ")}</p>
      )}
      <p>Saved {formatInSentence(left.savedAt, now)}, and not sent.</p>
      <FormAlert message={failure} />
      <Button
        look="ghost"
        isSmall
        aria-disabled={isBusy || undefined}
        onClick={() => void takeOver(left)}
      >
        Take it over into your reply
      </Button>
    </section>
  ));
}
