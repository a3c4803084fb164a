import { useState } from "react";
import {
  type ApplicationDetail,
  applicationEndpoints,
} from "../../../contract/desk/recruiting/applications.ts";
import { withId } from "../../../contract/endpoints/define-endpoint.ts";
import { Icon } from "../../../web/ui/icon.tsx";
import { deskDownload } from "../../api/desk-download.ts";
import { failureMessage } from "../../api/desk-request.ts";
import { formatBytes } from "../../format/format-bytes.ts";
import { Button } from "../../ui/button.tsx";
import { DeskIcon } from "../../ui/desk-icon.tsx";
import { FormAlert } from "../../ui/form-parts.tsx";
import styles from "./resume-row.module.css";

const kinds: Readonly<Record<string, string>> = {
  "application/pdf": "PDF",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
  "image/jpeg": "JPEG picture",
  "image/png": "PNG picture",
};

/** The résumé as a download. */
export function ResumeRow({ detail: { reference, resume } }: { detail: ApplicationDetail }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!resume) return <p className={styles.none}>No résumé was sent.</p>;

  async function download(name: string) {
    if (isBusy) return;
    setIsBusy(true);
    const error = await deskDownload(withId(applicationEndpoints.resume, reference), name);
    setIsBusy(false);
    setFailure(error && failureMessage(error));
  }
  const { name, type, bytes } = resume;
  return (
    <>
      <div className={styles.row}>
        <DeskIcon name="file" />
        <p>
          <b>
            <bdi>{name}</bdi>
          </b>
          <br />
          {kinds[type] ?? "File"}, {formatBytes(bytes)}
        </p>
        <Button
          look="ghost"
          isSmall
          aria-disabled={isBusy || undefined}
          onClick={() => void download(name)}
        >
          <Icon name="download" />
          {isBusy ? "Downloading…" : "Download"}
          <span className="sr"> the résumé</span>
        </Button>
      </div>
      <p className={styles.none}>The file never opens in the browser. Each download is recorded.</p>
      <FormAlert message={failure} />
    </>
  );
}
