import { useState } from "react";
import { withId, withQuery } from "../../../platform/contract/define-endpoint.ts";
import type { RequestError } from "../../../platform/contract/errors/error-message.ts";
import { deskRequest, failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { useData } from "../../../platform/desk/data/use-data.ts";
import {
  type ApplicationFilter,
  type ApplicationRow,
  applicationEndpoints,
  applicationStatusNames,
  applicationsTopic,
  type BoardStage,
} from "../contract/applications.ts";
import { formatFilter } from "./application-query.ts";

export interface Board {
  /** Undefined until they are loaded. */
  readonly stages: readonly BoardStage[] | undefined;
  readonly error: RequestError | undefined;
  readonly failure: string | undefined;
  readonly dragged: ApplicationRow | undefined;
  readonly drag: (row: ApplicationRow | undefined) => void;
  readonly drop: (status: BoardStage["status"]) => void;
  readonly reload: () => Promise<void>;
}

interface MoveEvents {
  readonly announce: (sentence: string) => void;
  readonly onMoved: (undo: string | null) => void;
  /** Called with each move as it begins. */
  readonly onStart: (move: Promise<void>) => void;
}

/** The board's stages, and moving cards between them. @param filter null: the board is not shown */
export function useBoard(
  filter: ApplicationFilter | null,
  { announce, onMoved, onStart }: MoveEvents,
): Board {
  const [dragged, drag] = useState<ApplicationRow>();
  const [moved, setMoved] = useState<ApplicationRow>();
  const [failure, setFailure] = useState<string>();
  const { data, error, reload } = useData(
    filter && withQuery(applicationEndpoints.board, formatFilter(filter)),
    { topic: applicationsTopic, isPaused: dragged !== undefined || moved !== undefined },
  );

  function drop(status: BoardStage["status"]) {
    const row = dragged;
    drag(undefined);
    if (!row || row.status === status) return;
    onStart(move(row, status));
  }

  async function move(row: ApplicationRow, status: BoardStage["status"]) {
    setFailure(undefined);
    setMoved({ ...row, status });
    const { reference, version, name } = row;
    const change = { version, status };
    const outcome = await deskRequest(withId(applicationEndpoints.change, reference), change);
    await reload();
    setMoved(undefined);
    if (outcome.ok) {
      announce(`${name} is now in ${applicationStatusNames[status]}.`);
      onMoved(outcome.data.undo);
    } else setFailure(`${name} was not moved. ${failureMessage(outcome.error)}`);
  }

  const stages = data && (moved ? moveCard(data.stages, moved) : data.stages);
  return { stages, error, failure, dragged, drag, drop, reload };
}

/** The board as it will be once the move is saved. */
function moveCard(stages: readonly BoardStage[], moved: ApplicationRow): readonly BoardStage[] {
  return stages.map((stage) => {
    const others = stage.applications.filter(({ reference }) => reference !== moved.reference);
    const isFrom = others.length < stage.applications.length;
    const isTo = stage.status === moved.status;
    if (isFrom === isTo) return stage;
    return {
      ...stage,
      count: stage.count + (isTo ? 1 : -1),
      applications: isTo ? [moved, ...others] : others,
    };
  });
}
