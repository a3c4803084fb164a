import { useState } from "react";
import { readEndpoint, withId, withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { deskDownload } from "../../../../platform/desk/data/desk-download.ts";
import { failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { formatBytes } from "../../../../platform/desk/format/format-bytes.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import {
  type EmailAttachment,
  type EmailFacts,
  maxAttachmentBytes,
} from "../../contract/inbound-emails.ts";
import styles from "./email-files.module.css";
import type { EmailEndpoints } from "./reply-target.ts";

interface EmailFilesProps {
  readonly kind: { readonly emails: Pick<EmailEndpoints, "picture" | "attachment"> };
  readonly email: EmailFacts;
  readonly mayDownload: boolean;
}

/** What was attached: pictures small, everything as a download. */
export function EmailFiles({ kind, email, mayDownload }: EmailFilesProps) {
  const [failure, setFailure] = useState<string>();
  const { attachments, hasOriginal, id } = email;
  if (attachments.length === 0) return null;
  const files = attachments.map((one, index) => ({ ...one, index }));
  const endpointOf = (what: "picture" | "attachment", index: number) =>
    withQuery(withId(kind.emails[what], id), new URLSearchParams({ index: `${index}` }));

  async function download(index: number, { name }: EmailAttachment) {
    const error = await deskDownload(endpointOf("attachment", index), name || "attachment");
    setFailure(error && failureMessage(error));
  }
  return (
    <>
      <ul className={styles.files} aria-label="Attachments">
        {files.map(({ index, ...one }) => {
          const isKept = hasOriginal && one.size <= maxAttachmentBytes;
          const text = `${one.name || "Without a name"}, ${formatBytes(one.size)}`;
          return (
            <li key={index}>
              {isKept && one.mimeType.startsWith("image/") && (
                <Picture path={readEndpoint(endpointOf("picture", index)).path} name={one.name} />
              )}
              {isKept && mayDownload ? (
                <Button look="ghost" isSmall onClick={() => void download(index, one)}>
                  <DeskIcon name="file" />
                  <span dir="auto">{text}</span>
                </Button>
              ) : (
                <span dir="auto">{text}</span>
              )}
            </li>
          );
        })}
      </ul>
      <span role="alert">{failure}</span>
    </>
  );
}

/** A picture as the server encoded it; nothing if it could not. */
function Picture({ path, name }: { readonly path: string; readonly name: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return <img src={path} alt={name} loading="lazy" onError={() => setBroken(true)} />;
}
