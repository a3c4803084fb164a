import { builtSite } from "../server/open-context.ts";
import { readBuiltSite } from "../server/pages/site-files.ts";
import type { Command } from "./command.ts";

/** `version` prints the version and the Git commit of the built program. */
export const version: Command = {
  summary: "prints the version and the Git commit of the program",
  usage: "version",
  needsNoData: () => true,

  async run({ print }) {
    const { release } = readBuiltSite(builtSite);
    await print(`${`${release.version} ${release.commit}`.trimEnd()}\n`);
  },
};
