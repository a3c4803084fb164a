import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { formatBytes } from "../../../../platform/contract/format-bytes.ts";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { type ApplicationDetail, applicationEndpoints } from "../../contract/applications.ts";
import { DownloadButton } from "./download-button.tsx";
import styles from "./resume-row.module.css";

const kinds: Readonly<Record<string, string>> = {
  "application/pdf": "PDF",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
  "image/jpeg": "JPEG picture",
  "image/png": "PNG picture",
};

export function ResumeRow({ detail: { reference, resume } }: { detail: ApplicationDetail }) {
  if (!resume) return <p className={styles.none}>No résumé was sent.</p>;
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
        <DownloadButton
          endpoint={withId(applicationEndpoints.resume, reference)}
          name={name}
          of="the résumé"
        />
      </div>
      <p className={styles.none}>The file never opens in the browser. Each download is recorded.</p>
    </>
  );
}
