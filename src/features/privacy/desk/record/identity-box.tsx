import { useState } from "react";
import { formatDayInYear } from "../../../../platform/desk/format/times.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { FieldFrame } from "../../../../platform/desk/ui/field.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import type { IdentityWay } from "../../contract/cases.ts";
import type { PrivacyDetail } from "../../contract/endpoints.ts";
import { usePrivacy } from "../privacy-context.ts";
import { nameShort } from "../request-text.ts";
import styles from "./box.module.css";
import type { OpenedPrivacyRequest } from "./use-request.ts";

interface IdentityBoxProps {
  readonly detail: PrivacyDetail;
  readonly opened: OpenedPrivacyRequest;
}

export function IdentityBox({ detail, opened }: IdentityBoxProps) {
  const { now, announce } = usePrivacy();
  const [asks, setAsks] = useState(false);
  const { identityAt, closedAt, linkSentAt, takenBackAt, supportIdFits, status } = detail;
  if (closedAt !== null || status === "appeal") return null;
  const name = nameShort(detail);

  async function sendAgain() {
    if (await opened.change({ act: "sendLink" })) announce("The link is sent.");
  }
  return (
    <>
      {takenBackAt !== null && (
        <div role="note" className={styles.warn}>
          <p>
            <b>{name} took the request back</b> on {formatDayInYear(takenBackAt, now)}. Deny it with
            that reason, or ask first.
          </p>
        </div>
      )}
      {supportIdFits === false && (
        <div role="note" className={styles.warn}>
          <p>
            <b>The support ID {detail.supportId} is not that of this address.</b> The request may be
            about someone else. Call before you delete.
          </p>
        </div>
      )}
      {identityAt === null && (
        <div role="note" className={styles.warn}>
          <p>
            <b>
              {linkSentAt === null
                ? "The link is not sent yet."
                : `${name} has not pressed the link.`}
            </b>{" "}
            {linkSentAt !== null && `Sent ${formatDayInYear(linkSentAt, now)}. `}
            The deadline still applies. {linkSentAt === null ? "Send it" : "Send it again"}, or call
            them first.
          </p>
          {!asks && (
            <Actions>
              <Button aria-disabled={opened.isSaving || undefined} onClick={() => void sendAgain()}>
                {linkSentAt === null ? "Send the link" : "Send the link again"}
              </Button>
              <Button look="ghost" onClick={() => setAsks(true)}>
                Confirm without the link…
              </Button>
            </Actions>
          )}
        </div>
      )}
      {identityAt === null && asks && (
        <ByHand
          ways={detail.identityWays}
          opened={opened}
          onCancel={() => setAsks(false)}
          name={name}
        />
      )}
    </>
  );
}

interface ByHandProps {
  readonly ways: readonly IdentityWay[];
  readonly opened: OpenedPrivacyRequest;
  readonly name: string;
  readonly onCancel: () => void;
}

const wayId = "identity-way";

/** For people who cannot use a link. */
function ByHand({ ways, opened, name, onCancel }: ByHandProps) {
  const { announce } = usePrivacy();
  const [chosen, setWay] = useState<string>();
  const way = ways.find((one) => one === chosen) ?? ways[0];

  async function confirm() {
    if (way === undefined) return;
    if (await opened.change({ act: "confirmIdentity", how: way })) {
      announce("The identity is confirmed.");
    }
  }
  return (
    <section className={styles.box} aria-labelledby="by-hand">
      <h3 id="by-hand">How do you know that it is {name}?</h3>
      <p>This is recorded in the case log under your name.</p>
      <FieldFrame id={wayId} label="How">
        <select id={wayId} value={way} onChange={({ target }) => setWay(target.value)}>
          {ways.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </FieldFrame>
      <Actions>
        <Button aria-disabled={opened.isSaving || undefined} onClick={() => void confirm()}>
          Confirm the identity
        </Button>
        <Button look="ghost" onClick={onCancel}>
          Back
        </Button>
      </Actions>
    </section>
  );
}
