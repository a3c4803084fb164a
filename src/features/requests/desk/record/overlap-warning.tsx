import { useEffect, useRef, useState } from "react";
import { withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { useData } from "../../../../platform/desk/data/use-data.ts";
import { requestEndpoints } from "../../contract/desk.ts";
import { RequestWarning } from "./request-warning.tsx";

/** For whom the request is, or which one is changed. */
export type OverlapSubject = { readonly customer: string } | { readonly request: string };

/** Says while staff fill in its form that the provider is booked elsewhere at this time. */
export function OverlapWarning({ subject }: { subject: OverlapSubject }) {
  const place = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const owner = new URLSearchParams(subject).toString();
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const read = () => {
      const typed = new FormData(form);
      const readField = (name: string) => String(typed.get(name) ?? "");
      const [provider, day, clock] = [
        readField("providerId"),
        readField("day"),
        readField("clock"),
      ];
      const isComplete = provider !== "" && day !== "" && clock !== "";
      const time = new URLSearchParams({ provider, day, clock, until: readField("until") });
      setQuery(isComplete ? `${time}&${owner}` : "");
    };
    form.addEventListener("change", read);
    return () => form.removeEventListener("change", read);
  }, [owner]);
  const { data } = useData(
    query === "" ? null : withQuery(requestEndpoints.overlaps, new URLSearchParams(query)),
  );
  return (
    <div ref={place} role="status">
      {query !== "" &&
        data?.sentences.map((one) => <RequestWarning key={one}>{one}</RequestWarning>)}
    </div>
  );
}
