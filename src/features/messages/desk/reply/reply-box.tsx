import styles from "./reply-box.module.css";
import { ReplyForm } from "./reply-form.tsx";
import type { Addressed, ReplyKind, ReplyPage, ReplyRecord } from "./reply-target.ts";
import { SendingBox } from "./sending-box.tsx";

interface ReplyBoxProps<Detail extends Addressed> extends ReplyRecord<Detail> {
  readonly kind: ReplyKind<Detail>;
  readonly page: ReplyPage;
  readonly onReload: () => void;
}

/** The reply form; while the user's own reply can be undone, its countdown instead. */
export function ReplyBox<Detail extends Addressed>(props: ReplyBoxProps<Detail>) {
  const { onReload, ...form } = props;
  const { kind, page, detail, onChanged } = form;
  const { sending, name } = detail;
  const isOwn = sending?.staffId === page.person.id;
  if (sending && isOwn) {
    return (
      <SendingBox
        key={sending.id}
        kind={kind}
        name={name}
        sending={sending}
        onChanged={onChanged}
        onSent={onReload}
      />
    );
  }
  return (
    <>
      {sending && (
        <p role="status" className={styles.colleague}>
          {page.nameOf(sending.staffId)} is sending a reply.
        </p>
      )}
      <ReplyForm {...form} />
    </>
  );
}
