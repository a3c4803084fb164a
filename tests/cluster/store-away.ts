import { apiPaths } from "../support/api-paths.ts";
import { colorOf, colorOfPicture, nameOf, paint } from "./colors.ts";
import type { Incident, Stage } from "./incidents.ts";
import type { Answer, Visitor } from "./people.ts";
import { until } from "./until.ts";

const [before, meanwhile, after] = [colorOf(1), colorOf(2), colorOf(3)];
const words = "We cannot save right now";

/** Recovery limit, in milliseconds: a pending write may first run into its timeout. */
const backLimitMs = 20_000;

/**
 * Freezes the object store; in every second round kills all its processes instead. Meanwhile a
 * client on each node tries to save and to load a picture.
 */
export const loseStore: Incident["inflict"] = async (stage, round) => {
  const { site, store } = stage;
  const origins = site.nodes.map(({ origin }) => origin);
  const visits = await Promise.all(origins.map((origin) => Visit.start(stage, origin, origins)));
  const keeper = await Visit.start(stage, site.origin, origins);
  const formsBefore = stage.forms();
  const isKilled = round % 2 === 1;
  await store.machine.signal(isKilled ? "SIGKILL" : "SIGSTOP");
  await Promise.all(visits.map((visit) => visit.tryMeanwhile()));
  const forms = stage.forms() - formsBefore;
  if (isKilled) await store.restart();
  else await store.machine.signal("SIGCONT");
  const at = performance.now();
  const nodesMs = await Promise.all(visits.map((visit) => visit.untilBack(at)));
  await keeper.expectPicture(before);
  const errors = [...visits, keeper].flatMap((visit) => visit.errors);
  if (forms === 0) errors.push("no form was stored meanwhile");
  return { nodesMs, backLimitMs, writesOfFormer: 0, errors };
};

/** A client with a picture, which uploads to one node and loads the picture from all. */
class Visit {
  readonly errors: string[] = [];
  readonly #visitor: Visitor;
  readonly #origin: string;
  readonly #origins: readonly string[];

  private constructor(visitor: Visitor, origin: string, origins: readonly string[]) {
    this.#visitor = visitor;
    this.#origin = origin;
    this.#origins = origins;
  }

  static async start({ people }: Stage, origin: string, origins: readonly string[]) {
    const visitor = await people.newVisitor();
    if (!visitor) throw new Error("The people were stopped.");
    const visit = new Visit(visitor, origin, origins);
    await visit.#save(before);
    await visit.expectPicture(before);
    return visit;
  }

  async tryMeanwhile(): Promise<void> {
    const picture = await paint(meanwhile);
    const [saved, shown, profile] = await Promise.all([
      untilAnswered(() => this.#visitor.upload(this.#origin, picture)),
      untilAnswered(() => this.#show(this.#origin)),
      untilAnswered(() => this.#visitor.read(this.#origin, apiPaths.profile)),
    ]);
    this.#expect("saving", describe(saved), "507 storage-full");
    this.#expect("the words", String(saved.body.message).includes(words), true);
    this.#expect("the picture", describe(shown), "503 unavailable");
    this.#expect("the profile", profile.status, 200);
  }

  /** Waits until a new picture can be saved. @returns milliseconds from `since` */
  async untilBack(since: number): Promise<number> {
    const at = await this.#save(after);
    await this.expectPicture(after);
    return Math.round(at - since);
  }

  async expectPicture(color: typeof before): Promise<void> {
    for (const origin of this.#origins) {
      const shown = await untilAnswered(() => this.#show(origin));
      const found = shown.status === 200 ? await colorOfPicture(shown.bytes) : describe(shown);
      this.#expect(`the picture on ${origin}`, found, nameOf(color));
    }
  }

  /** @returns time of the acknowledgment */
  async #save(color: typeof before): Promise<number> {
    const picture = await paint(color);
    return until("saved picture", async () => {
      const answer = await this.#visitor.upload(this.#origin, picture);
      return answer?.status === 200 && performance.now();
    });
  }

  async #show(origin: string): Promise<Answer | undefined> {
    const profile = await this.#visitor.read(origin, apiPaths.profile);
    const path = profile?.body.picture;
    return typeof path === "string" ? this.#visitor.read(origin, path) : undefined;
  }

  #expect(what: string, found: unknown, expected: unknown): void {
    if (found !== expected) this.errors.push(`${what} was ${found}, not ${expected}`);
  }
}

/** Retries timeouts of our pages, which a busy computer can cause, as a person would. */
function untilAnswered(act: () => Promise<Answer | undefined>): Promise<Answer> {
  return until("answer", act);
}

function describe({ status, body }: Answer): string {
  return `${status} ${body.code}`;
}
