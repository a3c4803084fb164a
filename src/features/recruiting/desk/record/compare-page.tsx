import { useState } from "react";
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from "react-router";
import { withId } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { RequestFailure } from "../../../../platform/desk/api/request-failure.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import {
  type ApplicationDetail,
  applicationEndpoints,
  applicationStatusNames,
  trackLabels,
} from "../../contract/desk/applications.ts";
import { comparePath, recordPath } from "../application-query.ts";
import { AnswerValue } from "./answer-value.tsx";
import styles from "./compare-page.module.css";
import { MergeButton } from "./merge-button.tsx";
import { OtherForm } from "./other-form.tsx";

interface Compared {
  readonly one: ApplicationDetail;
  /** Null until one is chosen, or if none exists. */
  readonly other: ApplicationDetail | null;
  /** The requested reference; "" without one. */
  readonly asked: string;
}

/** Reads both applications. @throws RequestFailure */
export async function loadCompared({ request, params }: LoaderFunctionArgs): Promise<Compared> {
  const read = (id: string) => deskRequest(withId(applicationEndpoints.read, id));
  const asked = new URL(request.url).searchParams.get("with")?.trim().toUpperCase() ?? "";
  const reference = params.reference ?? "";
  const [one, other] = await Promise.all([
    read(reference),
    isReference(asked) && asked !== reference ? read(asked) : null,
  ]);
  if (!one.ok) throw new RequestFailure(one.error);
  if (other && !other.ok && other.error.code !== "not-found") throw new RequestFailure(other.error);
  return { one: one.data, other: other?.ok ? other.data : null, asked };
}

export function ComparePage() {
  const { one, other, asked } = useLoaderData<Compared>();
  return (
    <Panels className={styles.rows}>
      <Panel>
        <Link to={recordPath(one.reference)} className={styles.back}>
          <DeskIcon name="back" />
          <bdi>{one.name}</bdi>
          <span className="sr"> {one.reference}</span>
        </Link>
        <PageHeading>Side by side</PageHeading>
        <p>
          One person sometimes applies twice. Merge the two, and work goes on in the one that stays.
        </p>
        <OtherForm key={asked} one={one} asked={asked} isFound={other !== null} />
      </Panel>
      {other && <Pair key={other.reference} one={one} other={other} />}
    </Panels>
  );
}

function Pair({ one, other }: { one: ApplicationDetail; other: ApplicationDetail }) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState<string>();
  const isSameTrack = one.track === other.track;
  const isMerged = one.mergedInto !== null || other.mergedInto !== null;
  const pair = [one, other];
  return (
    <Panel>
      <div className={styles.pair}>
        {pair.map((detail, index) => (
          <div key={detail.reference} className={styles.side}>
            <h2>
              <Link to={recordPath(detail.reference)}>
                <bdi>{detail.name}</bdi>
                <span className="sr"> {detail.reference}</span>
              </Link>
            </h2>
            <p>
              {trackLabels[detail.track]} <b className="exact">{detail.reference}</b>
              <br />
              {applicationStatusNames[detail.status]}, sent {formatDay(detail.sentAt)}
              <br />
              {detail.resume ? "With a résumé" : "No résumé"}, {describeNotes(detail)}
            </p>
            {isSameTrack && !isMerged && (
              <MergeButton
                kept={detail}
                other={index === 0 ? other : one}
                onMerged={() => void navigate(recordPath(detail.reference))}
                onFailed={(message) => {
                  setFailure(message);
                  void revalidate();
                }}
              />
            )}
          </div>
        ))}
      </div>
      <div role="alert" className={styles.failure}>
        {failure && <p>{failure}</p>}
      </div>
      {!isSameTrack && (
        <p className={styles.note}>
          These two are for different kinds of work, so both stay. Nothing is merged.
        </p>
      )}
      {isMerged && (
        <p className={styles.note}>
          One of these was merged before.{" "}
          {one.mergedInto !== null && one.mergedInto !== other.reference && (
            <Link to={comparePath(one.mergedInto, other.reference)}>
              Compare the one that stayed
            </Link>
          )}
        </p>
      )}
      <AnswerPairs one={one} other={other} />
    </Panel>
  );
}

function describeNotes({ notes }: ApplicationDetail): string {
  if (notes.length === 0) return "no notes";
  return notes.length === 1 ? "1 note" : `${notes.length} notes`;
}

interface AnswerPair {
  readonly name: string;
  readonly label: string;
  readonly one: string;
  readonly other: string;
}

/** Every question that either one answered, with both answers; differences are marked. */
function AnswerPairs({ one, other }: Record<"one" | "other", ApplicationDetail>) {
  return (
    <dl className={styles.answers}>
      {pairAnswers(one, other).map((pair) => (
        <div key={pair.name}>
          <dt>
            {pair.label}
            {isDifferent(pair) && <span className={styles.differs}>Differs</span>}
          </dt>
          {(
            [
              [one.reference, pair.one],
              [other.reference, pair.other],
            ] as const
          ).map(([reference, text]) => (
            <dd key={reference}>
              <span className="sr">{reference}: </span>
              {text === "" ? (
                <span className={styles.none}>No answer</span>
              ) : (
                <AnswerValue name={pair.name} text={text} />
              )}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** An answer missing in one of them is not a difference: the merge takes the other's. */
function isDifferent({ one, other }: AnswerPair): boolean {
  return one !== "" && other !== "" && one !== other;
}

function pairAnswers(one: ApplicationDetail, other: ApplicationDetail): readonly AnswerPair[] {
  const pairs = new Map<string, AnswerPair>();
  for (const [side, detail] of [
    ["one", one],
    ["other", other],
  ] as const) {
    for (const { name, label, values } of detail.sections.flatMap(({ answers }) => answers)) {
      const known = pairs.get(name) ?? { name, label, one: "", other: "" };
      pairs.set(name, { ...known, [side]: values.join(", ") });
    }
  }
  return [...pairs.values()];
}
