import { useState } from "react";
import type { Colleague } from "../../../../platform/contract/desk/staff.ts";
import { withQuery } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { useDownload } from "../../../../platform/desk/api/use-download.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-parts.tsx";
import { LiveMark } from "../../../../platform/desk/ui/live-mark.tsx";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { auditEndpoints } from "../../contract/audit.ts";
import styles from "./audit.module.css";
import { AuditFilter } from "./audit-filter.tsx";

interface AuditHeadProps {
  readonly query: string;
  readonly colleagues: readonly Colleague[];
  readonly isLive: boolean;
}

const formats = ["csv", "json"] as const;
const filterId = "audit-filter";

/** Heading, export of the shown entries, and filter; on phones a button opens the filter. */
export function AuditHead({ query, colleagues, isLive }: AuditHeadProps) {
  const { failure, download } = useDownload();
  const [showsFilter, setShowsFilter] = useState(query !== "");

  function save(format: string) {
    const all = new URLSearchParams(query);
    all.set("format", format);
    void download(withQuery(auditEndpoints.export, all), `audit-log.${format}`);
  }

  return (
    <>
      <div className={styles.title}>
        <PageHeading>Audit log</PageHeading>
        {isLive && <LiveMark />}
        {formats.map((format) => (
          <Button key={format} look="ghost" isSmall onClick={() => save(format)}>
            <Icon name="download" />
            {format.toUpperCase()}
            <span className="sr"> of this list</span>
          </Button>
        ))}
        <span className={styles.opener}>
          <Button
            look="ghost"
            isSmall
            aria-expanded={showsFilter}
            aria-controls={filterId}
            onClick={() => setShowsFilter(!showsFilter)}
          >
            <DeskIcon name="filter" />
            Filters
          </Button>
        </span>
      </div>
      <p>
        Who did what, when and from where. Nothing here can be changed, and no message is ever
        shown.
      </p>
      <div id={filterId} className={showsFilter ? undefined : styles.closed}>
        <AuditFilter query={query} colleagues={colleagues} />
      </div>
      <FormAlert message={failure} />
    </>
  );
}
