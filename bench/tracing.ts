import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { contactForm } from "../src/contract/forms/contact.ts";
import { submissionPath } from "../src/contract/forms/submission.ts";
import { paths } from "../src/contract/paths.ts";
import { newMeasuredServer, p99Of, rateOf, runRounds } from "./load.ts";
import { type Figure, milliseconds, note, perSecond } from "./report.ts";
import { startOurs, withFolder } from "./server.ts";

const rounds = 5;
const postPath = submissionPath(contactForm.collection);
const modes = [
  { name: "off", settings: () => ({}) },
  { name: "every request", settings: (url: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url }) },
  {
    name: "one in a hundred",
    settings: (url: string) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.01",
    }),
  },
];

/** Pages and durable forms with tracing off, on and sampled; informational. */
export async function measureTracing(): Promise<Figure[]> {
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => response.end("{}"));
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  try {
    return [
      ...(await measure("GET", paths.home, `http://127.0.0.1:${port}`)),
      ...(await measure("POST", postPath, `http://127.0.0.1:${port}`)),
    ];
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

async function measure(method: "GET" | "POST", path: string, url: string): Promise<Figure[]> {
  const [off, ...on] = modes;
  if (!off) return [];
  return withFolder((first) =>
    withFolder((second) =>
      withFolder(async (third) => {
        const folders = [first, second, third];
        const servers = await Promise.all(
          [off, ...on].map(({ settings }, index) => startOurs(folders[index] ?? "", settings(url))),
        );
        const measured = servers.map(({ origin }) => newMeasuredServer(origin, path));
        await runRounds(measured, method, 0, 1);
        const before = await Promise.all(servers.map(({ origin }) => readCpuSeconds(origin)));
        await runRounds(measured, method, rounds);
        const after = await Promise.all(servers.map(({ origin }) => readCpuSeconds(origin)));
        for (const server of servers) await server.stop();
        return measured.map((server, index) => {
          const requests = server.results.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
          const cpuSeconds = (after[index] ?? 0) - (before[index] ?? 0);
          return note(
            `${method} ${path}, traces ${modes[index]?.name}`,
            `${Math.round((1e6 * cpuSeconds) / requests)} µs of CPU each, ` +
              `${perSecond(rateOf(server))}, p99 ${milliseconds(p99Of(server))}`,
          );
        });
      }),
    ),
  );
}

/** CPU time: less affected by other work on the computer than rates. */
async function readCpuSeconds(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^process_cpu_seconds_total ([\d.e+-]+)/m.exec(text)?.[1]);
}
