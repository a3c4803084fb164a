import { useEffect, useRef } from "react";
import { brand } from "../../../../../../brand.ts";
import { Button, ButtonRow } from "../../../../../../platform/site/ui/button.tsx";
import { PortalIcon } from "../../portal-icon.tsx";
import { CopyButton } from "../copy-button.tsx";
import type { RecoveryCodesProps } from "../panel-props.ts";
import settingsStyles from "../settings.module.css";
import styles from "./codes.module.css";

export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={settingsStyles.panel} data-print-alone="">
      <h4 ref={heading} tabIndex={-1}>
        Your recovery codes
      </h4>
      <p>
        If your phone is lost, a code from this list lets you into your {brand.name} account. Each
        works once. We show them only this once. Keep them on paper, away from your phone.
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code} className="exact" translate="no">
            {code}
          </li>
        ))}
      </ol>
      <div className={styles.keep}>
        <CopyButton text={codes.join("\n")} what="recovery codes" look="ghost" />
        <ButtonRow>
          <Button look="ghost" onClick={() => window.print()}>
            <PortalIcon name="print" />
            Print
          </Button>
          <Button onClick={onKept}>I saved them</Button>
        </ButtonRow>
      </div>
    </div>
  );
}
