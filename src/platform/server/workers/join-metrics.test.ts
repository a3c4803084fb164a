import { expect, test } from "vitest";
import { joinMetrics } from "./join-metrics.ts";

const text = (count: number) => `# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{le="1"} ${count}
seconds_sum{} 1
seconds_count ${count}
# TYPE seconds_total counter
seconds_total ${count}
`;

test("samples of one name are grouped and have the worker's number", () => {
  const joined = joinMetrics(new Map([1, 2].map((number) => [number, text(number * 10)])));
  expect(joined).toBe(`# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{worker="1",le="1"} 10
seconds_sum{worker="1"} 1
seconds_count{worker="1"} 10
seconds_bucket{worker="2",le="1"} 20
seconds_sum{worker="2"} 1
seconds_count{worker="2"} 20
# TYPE seconds_total counter
seconds_total{worker="1"} 10
seconds_total{worker="2"} 20
`);
});
