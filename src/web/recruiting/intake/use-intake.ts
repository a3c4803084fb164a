import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import {
  type DraftChange,
  type IntakeState,
  movedStep,
  recruitingEndpoints,
  type SubmitResponse,
  stepQuery,
  type Track,
  tracks,
} from "../../../contract/endpoints/recruiting.ts";
import { failureWithWait } from "../../../contract/errors/error-message.ts";
import type { Answers, FormErrors } from "../../../contract/form-engine/define-form.ts";
import {
  checkOneStep,
  checkStep,
  neighbourStep,
} from "../../../contract/form-engine/define-steps.ts";
import { applicationOutlines } from "../../../contract/forms/application-outlines.ts";
import { type Outcome, post, request } from "../../runtime/api.ts";
import { chunkFailedMessage } from "../../runtime/chunk.ts";
import { useServed } from "../parts/use-served.ts";
import { laterSteps, loadLaterSteps } from "./later-steps.ts";
import { answersIn, reachable } from "./state/current-step.ts";
import type { Intake, SaveStatus } from "./state/intake.ts";
import { useEarlyTyping } from "./state/use-early-typing.ts";
import { lastSave, useUnsaved } from "./state/use-unsaved.ts";

/** How long somebody must have stopped typing before it is saved, in milliseconds. */
const pauseMs = 1200;

/** Loads another document; the button stays busy until the page has gone. */
async function leaveFor(address: string): Promise<void> {
  location.assign(address);
  // Back may bring the page again as it was.
  await new Promise((back) => addEventListener("pageshow", back, { once: true }));
}

/**
 * An application on its way: the answers so far, the step at hand, and everything its
 * buttons do. What is typed is saved as it is typed, so that nothing hangs on the last button.
 * @param path the page that it stands on
 */
export function useIntake(track: Track, path: string): Intake {
  const outline = applicationOutlines[track];
  const first = outline.steps[0]?.id ?? checkStep.id;
  const calls = recruitingEndpoints(track);
  const served = useServed("intake", track);
  const [start] = useState(served);
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<IntakeState>(
    start?.page ?? { track, step: first, answers: {}, done: [] },
  );
  const [later, setLater] = useState(() => laterSteps(track));
  const form = later?.form ?? outline;
  const [errors, setErrors] = useState<FormErrors>(start?.form.errors ?? {});
  const [rejections, setRejections] = useState(0);
  const [failure, setFailure] = useState(start?.form.failure);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState<SaveStatus>("quiet");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useUnsaved(calls.draft);

  const wanted = new URLSearchParams(search).get(stepQuery);
  const known = served?.page.step ?? (draft.step === movedStep ? movedStep : undefined);
  const open = known ?? reachable(outline, draft, wanted);
  // Until a later step can be drawn, the first one stays.
  const step = later ? open : first;

  const isMissing = step !== open;
  useEffect(() => {
    if (!isMissing) return;
    loadLaterSteps(track).then(setLater, () => setFailure(chunkFailedMessage));
  }, [track, isMissing]);

  // Whoever comes from another page of the site brings no draft along: it is fetched.
  const arrivedInside = useRef(start === undefined);
  useEffect(() => {
    if (!arrivedInside.current) return;
    arrivedInside.current = false;
    void (async () => {
      await lastSave();
      const outcome = await request<IntakeState>("GET", calls.draft);
      if (!outcome.ok) return;
      const { answers, step: at } = outcome.data;
      if (at === movedStep || Object.keys(answers).length > 0) setDraft(outcome.data);
    })();
  }, [calls.draft]);

  useEarlyTyping({ path, form, step }, unsaved, (answers) => void keep(answers));

  // A step has its own faults; the next one begins without.
  const lastKey = useRef(key);
  const faultsAhead = useRef<FormErrors>({});
  useEffect(() => {
    if (lastKey.current === key) return;
    lastKey.current = key;
    setErrors(faultsAhead.current);
    faultsAhead.current = {};
    setFailure(undefined);
    setSaved("quiet");
  }, [key]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function reject(found: FormErrors): void {
    setErrors(found);
    setRejections((count) => count + 1);
  }

  function keep(answers: Answers): Answers {
    const all = { ...draft.answers, ...answers };
    setDraft((last) => ({ ...last, answers: all }));
    return all;
  }

  /** Shows what a call came to. @returns its data, or undefined when it was refused */
  function take<T>(outcome: Outcome<T>): T | undefined {
    if (outcome.ok) return outcome.data;
    const { error } = outcome;
    // Another device sent it: the page that knows its reference takes over.
    if (error.code === "application-sent") location.assign(tracks[track].complete);
    else if (error.code === "draft-moved") setFailure(error.message);
    else if (error.code === "invalid" && "fields" in error && error.fields) reject(error.fields);
    else
      setFailure(
        failureWithWait(form.failure, "retryAfter" in error ? error.retryAfter : undefined),
      );
    return undefined;
  }

  async function whileBusy<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (busy) return undefined;
    clearTimeout(timer.current);
    setBusy(true);
    setFailure(undefined);
    try {
      return await work();
    } finally {
      setBusy(false);
    }
  }

  function addressOf(id: string): string {
    return `${path}?${stepQuery}=${id}`;
  }

  function goTo(id: string): void {
    void navigate(addressOf(id));
  }

  /** Shows a draft's step, with the faults that were found on the way to it. */
  function showStep(state: IntakeState, faults: FormErrors): void {
    setDraft(state);
    if (state.step === step) reject(faults);
    else {
      faultsAhead.current = faults;
      goTo(state.step);
    }
  }

  /**
   * Shows the next step once what it needs is there; everything before it is saved by then.
   * @param known the draft as the server has it
   */
  async function goOn(known: IntakeState, answers: Answers): Promise<void> {
    const loaded = await loadLaterSteps(track).catch(() => undefined);
    if (loaded) {
      const held = { form: loaded.form, page: path, draft: { ...draft, answers } };
      const { state, faults } = await loaded.parts.restoreSteps(held, known);
      // A browser that keeps no cookies saves one step only: the server's page says so.
      if (!state.done.includes(step)) return location.assign(addressOf(step));
      setLater(loaded);
      showStep(state, faults);
    } else if ((await request("GET", calls.draft)).ok) {
      // There is a line, so this page may be of an older build: the step comes as a document.
      await leaveFor(addressOf(known.step));
    } else setFailure(chunkFailedMessage);
  }

  async function restore(known: IntakeState) {
    return later?.parts.restoreSteps({ form, page: path, draft }, known);
  }

  async function saveTyping(element: HTMLFormElement): Promise<Outcome<IntakeState>> {
    const answers = answersIn(form, step, element);
    keep(answers);
    const change: DraftChange = { page: path, step, answers, typing: true };
    unsaved.current = change;
    const outcome = await post<IntakeState>(calls.draft, change);
    if (outcome.ok && unsaved.current === change) unsaved.current = undefined;
    return outcome;
  }

  return {
    form,
    later,
    draft,
    step,
    errors,
    rejections,
    failure,
    busy,
    saved,
    dismissFailure: () => setFailure(undefined),

    /** What was typed is not wanted any more: nothing of it is saved on the way out. */
    forget(): void {
      clearTimeout(timer.current);
      unsaved.current = undefined;
    },

    /** A field that became right loses its error; the answers are saved after a pause. */
    changed(element: HTMLFormElement): void {
      const answers = answersIn(form, step, element);
      const left = checkOneStep(form, step, keep(answers));
      setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([n]) => left[n])));
      unsaved.current = { page: path, step, answers, typing: true };
      clearTimeout(timer.current);
      timer.current = setTimeout(async () => {
        const outcome = await saveTyping(element);
        setSaved(outcome.ok ? "saved" : "failed");
        if (!outcome.ok && outcome.error.code === "draft-moved") take(outcome);
        // They come with the first answers, so that a line that breaks later stops nobody.
        if (outcome.ok && !later) loadLaterSteps(track).then(setLater, () => undefined);
      }, pauseMs);
    },

    /** Checks, saves and shows the next step. */
    async next(element: HTMLFormElement): Promise<void> {
      const answers = answersIn(form, step, element);
      const all = keep(answers);
      const found = checkOneStep(form, step, all);
      if (Object.keys(found).length > 0) return reject(found);
      setErrors({});
      await whileBusy(async () => {
        const change: DraftChange = { page: path, step, answers };
        const data = take(await post<IntakeState>(calls.draft, change));
        if (!data) return;
        unsaved.current = undefined;
        await goOn(data, all);
      });
    },

    /** Goes back whether or not saving works: the answers are still in the page. */
    async back(element?: HTMLFormElement): Promise<void> {
      if (element) void saveTyping(element);
      clearTimeout(timer.current);
      const before = neighbourStep(form, step, -1);
      if (before) goTo(before);
    },

    async mailLink(element?: HTMLFormElement): Promise<void> {
      await whileBusy(async () => {
        const known = element && take(await saveTyping(element));
        if (element && !known) return;
        // The address may stand in a step that the server lost sight of.
        const restored = known && (await restore(known));
        if (restored?.faults.resume) return showStep(restored.state, restored.faults);
        const data = take(await post<IntakeState>(calls.mailLink, {}));
        if (data) setDraft(data);
      });
    },

    /** Sends the application; the answer names the page that thanks. */
    async send(): Promise<void> {
      await whileBusy(async () => {
        const submit = () => post<SubmitResponse>(calls.submit, { page: path });
        let outcome = await submit();
        if (!outcome.ok && outcome.error.code === "no-draft") {
          const restored = await restore({ track, step: first, answers: {}, done: [] });
          if (restored?.faults.resume) return showStep(restored.state, restored.faults);
          outcome = await submit();
        }
        // The file was removed meanwhile: the step that it belongs to comes as a document and says so.
        if (!outcome.ok && outcome.error.code === "invalid") return leaveFor(path);
        const data = take(outcome);
        if (!data) return;
        await leaveFor(data.next);
        // Back brought the page again: what was sent is not offered twice.
        location.replace(data.next);
      });
    },

    /** The résumé changed: the draft says so. */
    setDraft,
  };
}
