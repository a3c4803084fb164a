import styles from "./reply-box.module.css";
import { ReplyForm } from "./reply-form.tsx";
import type { Addressed, ReplyKind, ReplyPage } from "./reply-target.ts";
import { SendingBox } from "./sending-box.tsx";

interface ReplyBoxProps<Detail extends Addressed> {
  readonly kind: ReplyKind<Detail>;
  readonly page: ReplyPage;
  readonly detail: Detail;
  readonly onChanged: (detail: Detail) => void;
  readonly onReload: () => void;
}

/** The reply form; while the user's own reply can be undone, its countdown instead. */
export function ReplyBox<Detail extends Addressed>(props: ReplyBoxProps<Detail>) {
  const { kind, page, detail, onChanged, onReload } = props;
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
      <ReplyForm kind={kind} page={page} detail={detail} onChanged={onChanged} />
    </>
  );
}
