import { caseStatuses, inboxEndpoints, inboxForms } from "../../src/contract/desk/inbox.ts";
import { pathOf } from "../../src/contract/endpoints/define-endpoint.ts";
import { platform } from "../../src/contract/form-engine/fields.ts";
import type { SignedInStaff } from "../../tests/support/staff.ts";
import { tags } from "../desk/fill-inbox.ts";
import { checkMax, checkNone, type Figure, median, milliseconds, note } from "../report.ts";

const rounds = 3;
/** Limit for the p95 over all combinations, in milliseconds. */
const maxMs = 50;
const shown = 5;

const forms = Object.keys(inboxForms);

/** Values of each filter; each round uses the next one. */
const filters: Readonly<Record<string, (staff: readonly SignedInStaff[]) => readonly string[]>> = {
  form: () => forms.map((form) => `form=${form}`),
  assignee: (staff) => [...staff.map(({ id }) => `assignee=${id}`), "assignee=nobody"],
  platform: () => platform.options.map((app) => `platform=${encodeURIComponent(app)}`),
  tag: () => tags.map((tag) => `tag=${encodeURIComponent(tag)}`),
  days: () => daysOf([1, 30, 200, 365]),
  search: () => ["q=ban", "q=helen", "q=anna+mor", "q=xylophone", "q=k"],
};
const statuses = ["", "all", ...caseStatuses, "overdue", "spam"];
const sorts = ["newest", "oldest", "longest-waiting"];

/** Every combination of filters, status and order that the desk offers. */
export async function measureCombinations(
  staff: readonly [SignedInStaff, ...SignedInStaff[]],
): Promise<Figure[]> {
  const [imani] = staff;
  const errors: string[] = [];
  const times: { readonly what: string; readonly ms: number }[] = [];
  const timed = async (query: string): Promise<number> => {
    const started = performance.now();
    const { statusCode } = await imani.request("GET", `${pathOf(inboxEndpoints.list)}?${query}`);
    if (statusCode !== 200) errors.push(`${query}: ${statusCode}`);
    return performance.now() - started;
  };
  const measure = async (names: readonly string[], status: string, sort: string) => {
    const lists = names.map((name) => filters[name]?.(staff) ?? []);
    const ms: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const values = lists.map((list) => list[round % list.length] ?? "");
      const query = [...values, status && `status=${status}`, `sort=${sort}`];
      ms.push(await timed(query.filter(Boolean).join("&")));
    }
    times.push({ what: [...names, status, sort].filter(Boolean).join(" "), ms: median(ms) });
  };
  for (const names of subsetsOf(Object.keys(filters))) {
    for (const status of statuses) for (const sort of sorts) await measure(names, status, sort);
  }
  times.sort((one, other) => other.ms - one.ms);
  const slowest = times.slice(0, shown).map(({ what, ms }) => `${what} ${milliseconds(ms)}`);
  const p95 = times[Math.floor(times.length * 0.05)]?.ms ?? Number.NaN;
  return [
    checkMax("combinations, p95", p95, maxMs, milliseconds),
    note("combinations, slowest (medians)", slowest.join("; ")),
    checkNone("no combination fails", errors, `${times.length} combinations`),
  ];
}

function subsetsOf(names: readonly string[]): string[][] {
  return Array.from({ length: 2 ** names.length }, (_, set) =>
    names.filter((_name, index) => Math.floor(set / 2 ** index) % 2 === 1),
  );
}

/** Date ranges that end yesterday, one for each length in days. */
function daysOf(lengths: readonly number[]): string[] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return lengths.map((length) => `from=${day(length)}&to=${day(1)}`);
}
