import { useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { formatBytes } from "../../../../platform/contract/format-bytes.ts";
import { deskDownload } from "../../../../platform/desk/data/desk-download.ts";
import { failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { type ApplicationDetail, applicationEndpoints } from "../../contract/applications.ts";
import styles from "./resume-row.module.css";

const kinds: Readonly<Record<string, string>> = {
  "application/pdf": "PDF",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
  "image/jpeg": "JPEG picture",
  "image/png": "PNG picture",
};

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
