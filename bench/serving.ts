import { paths } from "../src/platform/contract/paths.ts";
import { type ServerProcess, startProgram } from "./child.ts";
import { compare, newMeasuredServer, p99Of, rateOf, runRounds } from "./load.ts";
import { judgeMemory } from "./memory.ts";
import { checkMin, type Figure, milliseconds, note, perSecond, ratio } from "./report.ts";
import { bare, startOurs, withFolder } from "./server.ts";
import { measureSqlite } from "./storing.ts";

const rounds = 5;
const minShareOfBare = 0.6;
const maxLoaded = 150 * 1024 * 1024;

/** One server under full load: pages, then forms; its memory afterwards. */
export function measureLoad(): Promise<Figure[]> {
  return withFolder(async (folder) => {
    const ours = await startOurs(folder);
    const pages = await measurePages(ours);
    const forms = await measureSqlite(ours, folder);
    const memory = judgeMemory("memory after the load", ours.pid, maxLoaded);
    await ours.stop();
    return [...pages, ...forms, memory];
  });
}

async function measurePages(ours: ServerProcess): Promise<Figure[]> {
  const page = paths.home;
  const other = await startProgram(bare("same-bytes"), {}, [ours.origin, page]);
  const us = newMeasuredServer(ours.origin, page);
  const them = newMeasuredServer(other.origin, page);
  await runRounds([us, them], "GET", rounds);
  await other.stop();
  const [our, their] = [us, them].map((one) => milliseconds(p99Of(one)));
  return [
    checkMin(
      `GET ${page} / bare node:http`,
      compare(us, them),
      minShareOfBare,
      ratio,
      `${perSecond(rateOf(us))} vs. ${perSecond(rateOf(them))}`,
    ),
    note("p99 latency", `${our} vs. ${their}`),
  ];
}
