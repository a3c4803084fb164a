import { useState } from "react";
import {
  Link,
  type LoaderFunctionArgs,
  useNavigate,
  useParams,
  useSearchParams,
} from "react-router";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import { RequestFailure } from "../../../../platform/desk/data/request-failure.ts";
import { preload, useData, usePreloaded } from "../../../../platform/desk/data/use-data.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import { ParentLink } from "../../../../platform/desk/record/back-link.tsx";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import {
  type ApplicationDetail,
  applicationEndpoints,
  applicationStatusNames,
  trackLabels,
} from "../../contract/applications.ts";
import { comparePath, recordPath } from "../application-query.ts";
import { AnswerValue } from "./answer-value.tsx";
import styles from "./compare-page.module.css";
import { MergeButton } from "./merge-button.tsx";
import { OtherForm } from "./other-form.tsx";

/** The application to compare with, as asked for in the URL, and its endpoint if it may exist. */
function findOther(search: URLSearchParams, reference: string) {
  const asked = search.get("with")?.trim().toUpperCase() ?? "";
  const isOther = isReference(asked) && asked !== reference;
  return { asked, endpoint: isOther ? withId(applicationEndpoints.read, asked) : null };
}

/** Reads both applications. @throws RequestFailure */
export async function loadCompared({ request, params }: LoaderFunctionArgs): Promise<null> {
  const { reference = "" } = params;
  const { endpoint } = findOther(new URL(request.url).searchParams, reference);
  await Promise.all([
    preload(withId(applicationEndpoints.read, reference)),
    endpoint && preload(endpoint).catch(ignoreMissing),
  ]);
  return null;
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof RequestFailure && error.error.code === "not-found")) throw error;
}

export function ComparePage() {
  const { reference = "" } = useParams();
  const [search] = useSearchParams();
  const { asked, endpoint } = findOther(search, reference);
  const { data: one, reload } = usePreloaded(withId(applicationEndpoints.read, reference));
  const found = useData(endpoint);
  const other = found.error ? undefined : found.data;
  function reloadBoth() {
    void reload();
    void found.reload();
  }
  return (
    <Panels className={styles.rows}>
      <Panel>
        <ParentLink to={recordPath(one.reference)}>
          <bdi>{one.name}</bdi>
          <span className="sr"> {one.reference}</span>
        </ParentLink>
        <PageHeading>Side by side</PageHeading>
        <p>
          One person sometimes applies twice. Merge the two, and work goes on in the one that stays.
        </p>
        <OtherForm key={asked} one={one} asked={asked} isFound={other !== undefined} />
      </Panel>
      {other && <Pair key={other.reference} one={one} other={other} onFailed={reloadBoth} />}
    </Panels>
  );
}

interface PairProps {
  readonly one: ApplicationDetail;
  readonly other: ApplicationDetail;
  /** Called when one of them was changed in the meantime. */
  readonly onFailed: () => void;
}

function Pair({ one, other, onFailed }: PairProps) {
  const navigate = useNavigate();
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
                  onFailed();
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
