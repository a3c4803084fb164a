import { withId, withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { type EmailFacts, maxAttachmentBytes } from "../../contract/inbound-emails.ts";
import type { EmailEndpoints } from "../reply/reply-target.ts";
import { FileList } from "./file-list.tsx";

interface EmailFilesProps {
  readonly kind: { readonly emails: Pick<EmailEndpoints, "picture" | "attachment"> };
  readonly email: EmailFacts;
  readonly mayDownload: boolean;
}

/** What was attached to an email that came in. */
export function EmailFiles({ kind, email, mayDownload }: EmailFilesProps) {
  const { attachments, hasOriginal, id } = email;
  const endpointOf = (what: "picture" | "attachment", index: number) =>
    withQuery(withId(kind.emails[what], id), new URLSearchParams({ index: `${index}` }));
  const files = attachments.map(({ name, mimeType, size }, index) => {
    const isKept = hasOriginal && size <= maxAttachmentBytes;
    return {
      key: `${index}`,
      name,
      size,
      picture: isKept && mimeType.startsWith("image/") ? endpointOf("picture", index) : undefined,
      download: isKept && mayDownload ? endpointOf("attachment", index) : undefined,
    };
  });
  return <FileList files={files} />;
}
