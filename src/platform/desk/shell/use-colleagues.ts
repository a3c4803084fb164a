import { useMemo } from "react";
import { type Colleague, staffEndpoints } from "../../contract/desk/staff.ts";
import { isolate } from "../../contract/isolate.ts";
import { useData } from "../data/use-data.ts";
import { calledName, shownName } from "../format/names.ts";

export interface Colleagues {
  /** The active staff; empty until they are loaded. */
  readonly colleagues: readonly Colleague[];
  /** Short name of a staff member for a sentence: "Imani B."; former staff have none. */
  readonly nameOf: (staffId: string) => string;
  /** First name of a staff member for a sentence: "Imani"; more of it if two share it. */
  readonly calledNameOf: (staffId: string) => string;
}

export function useColleagues(): Colleagues {
  const loaded = useData(staffEndpoints.colleagues).data?.colleagues;
  return useMemo(() => {
    const names = new Map(loaded?.map((one) => [one.id, shownName(one, loaded)]));
    const called = new Map(loaded?.map((one) => [one.id, calledName(one, loaded)]));
    const unknown = loaded ? "A former coworker" : "A coworker";
    const nameBy = (known: ReadonlyMap<string, string>) => (id: string) =>
      isolate(known.get(id) ?? unknown);
    return { colleagues: loaded ?? [], nameOf: nameBy(names), calledNameOf: nameBy(called) };
  }, [loaded]);
}
