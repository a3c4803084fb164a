import { readEndpoint, withId } from "../../../../platform/contract/define-endpoint.ts";
import { formatLong } from "../../../../platform/desk/format/times.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { linkClass } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { correctable } from "../../contract/corrections.ts";
import { type PrivacyDetail, privacyEndpoints } from "../../contract/endpoints.ts";
import { usePrivacy } from "../privacy-context.ts";
import styles from "./box.module.css";
import type { OpenedPrivacyRequest } from "./use-request.ts";

interface AskedBoxProps {
  readonly detail: PrivacyDetail;
  readonly opened: OpenedPrivacyRequest;
}

/** What the person wrote, what they want to have corrected, and who asks for them. */
export function AskedBox({ detail, opened }: AskedBoxProps) {
  const { details, corrections, agent } = detail;
  if (details === "" && corrections.length === 0 && !agent) return null;
  return (
    <section className={styles.box} aria-labelledby="asked-heading">
      <h3 id="asked-heading">{agent ? "Asked by an agent" : "What they wrote"}</h3>
      {agent && <AgentPart detail={detail} opened={opened} agent={agent} />}
      {details !== "" && <blockquote dir="auto">{details}</blockquote>}
      {corrections.length > 0 && (
        <dl>
          {corrections.map(({ field, value, outcome, note }) => (
            <div key={field}>
              <dt>
                <b>{correctable.find(({ name }) => name === field)?.label ?? field} should be</b>
              </dt>
              <dd dir="auto" translate="no">
                {value}
              </dd>
              {outcome && (
                <dd>
                  {outcome === "changed" ? "Changed" : "Not changed"}
                  {note && `: ${note}`}
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

interface AgentPartProps extends AskedBoxProps {
  readonly agent: NonNullable<PrivacyDetail["agent"]>;
}

function AgentPart({ detail, opened, agent }: AgentPartProps) {
  const { now, announce } = usePrivacy();
  const { name, email, role, files, acceptedAt } = agent;
  const mayAccept = acceptedAt === null && detail.closedAt === null && detail.status !== "appeal";
  return (
    <>
      <p>
        <bdi>{name}</bdi>, {role.toLowerCase()}, <bdi>{email}</bdi>
      </p>
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <li key={file.id}>
              <a
                href={readEndpoint(withId(privacyEndpoints.authorityFile, file.id)).path}
                className={linkClass}
                download
              >
                <bdi>{file.name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p>
        {acceptedAt !== null
          ? `Proof accepted ${formatLong(acceptedAt, now)}.`
          : files.length === 0
            ? "No proof yet. They add it on the page of their link."
            : "Is this a signature or a power of attorney of this person?"}
      </p>
      {mayAccept && (
        <Actions>
          <Button
            look="ghost"
            aria-disabled={opened.isSaving || undefined}
            onClick={async () => {
              if (await opened.change({ act: "acceptAuthority" }))
                announce("The proof is accepted.");
            }}
          >
            {files.length === 0 ? "Accept proof that came another way" : "Accept the proof"}
          </Button>
        </Actions>
      )}
    </>
  );
}
