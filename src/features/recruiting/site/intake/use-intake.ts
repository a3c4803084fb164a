import { useEffect, useRef, useState } from "react";
import { failureWithWait } from "../../../../platform/contract/errors/error-message.ts";
import type { Answers, FormErrors } from "../../../../platform/contract/form-engine/define-form.ts";
import {
  adjacentStep,
  checkOneStep,
  checkStep,
} from "../../../../platform/contract/form-engine/define-steps.ts";
import { type Outcome, request } from "../../../../platform/site/runtime/api.ts";
import { chunkFailedMessage } from "../../../../platform/site/runtime/chunk.ts";
import { useLocation, useNavigate } from "../../../../platform/site/runtime/router-context.tsx";
import { applicationOutlines } from "../../contract/application-outlines.ts";
import {
  type DraftChange,
  type IntakeState,
  recruitingEndpoints,
} from "../../contract/intake-endpoints.ts";
import { movedStep, stepQuery, type Track, tracks } from "../../contract/recruiting-endpoints.ts";
import { useServed } from "../use-served.ts";
import { reachableStep, readStepAnswers } from "./current-step.ts";
import type { Intake, SaveStatus } from "./intake.ts";
import { laterSteps, loadLaterSteps } from "./later-steps.ts";
import { useEarlyTyping } from "./use-early-typing.ts";
import { lastSave, useUnsaved } from "./use-unsaved.ts";

/** Pause in typing after which answers are saved, in milliseconds. */
const pauseMs = 1200;

/** Loads another document; the button stays busy until the page is left. */
async function loadDocument(address: string): Promise<void> {
  location.assign(address);
  // Back may restore this page from the back/forward cache.
  await new Promise((back) => addEventListener("pageshow", back, { once: true }));
}

/**
 * State of an application: the answers so far, the current step and the actions of its buttons.
 * Answers are saved while they are typed, not only by the last button.
 * @param path the page's path
 */
export function useIntake(track: Track, path: string): Intake {
  const outline = applicationOutlines[track];
  const first = outline.steps[0]?.id ?? checkStep.id;
  const endpoints = recruitingEndpoints(track);
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
  const unsaved = useUnsaved(endpoints.saveDraft);

  const requested = new URLSearchParams(search).get(stepQuery);
  const fixed = served?.page.step ?? (draft.step === movedStep ? movedStep : undefined);
  const target = fixed ?? reachableStep(outline, draft, requested);
  // The first step stays until the code of the later ones has loaded.
  const step = later ? target : first;

  const isMissing = step !== target;
  useEffect(() => {
    if (!isMissing) return;
    loadLaterSteps(track).then(setLater, () => setFailure(chunkFailedMessage));
  }, [track, isMissing]);

  // After client navigation the page has no served draft: fetch it.
  const needsDraft = useRef(start === undefined);
  useEffect(() => {
    if (!needsDraft.current) return;
    needsDraft.current = false;
    void (async () => {
      await lastSave();
      const outcome = await request(endpoints.readDraft);
      if (!outcome.ok) return;
      const { answers, step: at } = outcome.data;
      if (at === movedStep || Object.keys(answers).length > 0) setDraft(outcome.data);
    })();
  }, [endpoints.readDraft]);

  useEarlyTyping({ path, form, step }, unsaved, (answers) => void mergeAnswers(answers));

  // Errors belong to a step: the next one starts with its own.
  const lastKey = useRef(key);
  const nextErrors = useRef<FormErrors>({});
  useEffect(() => {
    if (lastKey.current === key) return;
    lastKey.current = key;
    setErrors(nextErrors.current);
    nextErrors.current = {};
    setFailure(undefined);
    setSaved("quiet");
  }, [key]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function reject(found: FormErrors): void {
    setErrors(found);
    setRejections((count) => count + 1);
  }

  function mergeAnswers(answers: Answers): Answers {
    const all = { ...draft.answers, ...answers };
    setDraft((last) => ({ ...last, answers: all }));
    return all;
  }

  /** Shows the error of a request. @returns its data, or undefined if it failed */
  function handleOutcome<T>(outcome: Outcome<T>): T | undefined {
    if (outcome.ok) return outcome.data;
    const { error } = outcome;
    // Another device has submitted it: the confirmation page shows the reference.
    if (error.code === "application-sent") location.assign(tracks[track].complete);
    else if (error.code === "draft-moved") setFailure(error.message);
    else if (error.code === "invalid" && "fields" in error && error.fields) reject(error.fields);
    else
      setFailure(
        failureWithWait(form.failure, "retryAfter" in error ? error.retryAfter : undefined),
      );
    return undefined;
  }

  async function whileBusy<T>(run: () => Promise<T>): Promise<T | undefined> {
    if (busy) return undefined;
    clearTimeout(timer.current);
    setBusy(true);
    setFailure(undefined);
    try {
      return await run();
    } finally {
      setBusy(false);
    }
  }

  function urlOf(id: string): string {
    return `${path}?${stepQuery}=${id}`;
  }

  function goTo(id: string): void {
    void navigate(urlOf(id));
  }

  function showStep(state: IntakeState, found: FormErrors): void {
    setDraft(state);
    if (state.step === step) reject(found);
    else {
      nextErrors.current = found;
      goTo(state.step);
    }
  }

  /**
   * Loads and shows the next step, after everything before it is saved.
   * @param serverDraft the draft as the server has it
   */
  async function showNext(serverDraft: IntakeState, answers: Answers): Promise<void> {
    const loaded = await loadLaterSteps(track).catch(() => undefined);
    if (loaded) {
      const local = { form: loaded.form, page: path, draft: { ...draft, answers } };
      const restored = await loaded.parts.restoreSteps(local, serverDraft);
      const { state } = restored;
      // Without cookies only one step can be saved; the server's page explains that.
      if (!state.done.includes(step)) return location.assign(urlOf(step));
      setLater(loaded);
      showStep(state, restored.errors);
    } else if ((await request(endpoints.readDraft)).ok) {
      // The server answers, so this page may be of an older build: load the step as a document.
      await loadDocument(urlOf(serverDraft.step));
    } else setFailure(chunkFailedMessage);
  }

  async function restore(serverDraft: IntakeState) {
    return later?.parts.restoreSteps({ form, page: path, draft }, serverDraft);
  }

  async function saveTyping(element: HTMLFormElement): Promise<Outcome<IntakeState>> {
    const answers = readStepAnswers(form, step, element);
    mergeAnswers(answers);
    const change: DraftChange = { page: path, step, answers, typing: true };
    unsaved.current = change;
    const outcome = await request(endpoints.saveDraft, change);
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

    discardUnsaved(): void {
      clearTimeout(timer.current);
      unsaved.current = undefined;
    },

    handleInput(element: HTMLFormElement): void {
      const answers = readStepAnswers(form, step, element);
      const left = checkOneStep(form, step, mergeAnswers(answers));
      setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([n]) => left[n])));
      unsaved.current = { page: path, step, answers, typing: true };
      clearTimeout(timer.current);
      timer.current = setTimeout(async () => {
        const outcome = await saveTyping(element);
        setSaved(outcome.ok ? "saved" : "failed");
        if (!outcome.ok && outcome.error.code === "draft-moved") handleOutcome(outcome);
        // Loaded with the first save, so that losing the connection later does not block the reader.
        if (outcome.ok && !later) loadLaterSteps(track).then(setLater, () => undefined);
      }, pauseMs);
    },

    async next(element: HTMLFormElement): Promise<void> {
      const answers = readStepAnswers(form, step, element);
      const all = mergeAnswers(answers);
      const found = checkOneStep(form, step, all);
      if (Object.keys(found).length > 0) return reject(found);
      setErrors({});
      await whileBusy(async () => {
        const change: DraftChange = { page: path, step, answers };
        const data = handleOutcome(await request(endpoints.saveDraft, change));
        if (!data) return;
        unsaved.current = undefined;
        await showNext(data, all);
      });
    },

    async back(element?: HTMLFormElement): Promise<void> {
      if (element) void saveTyping(element);
      clearTimeout(timer.current);
      const before = adjacentStep(form, step, -1);
      if (before) goTo(before);
    },

    async emailLink(element?: HTMLFormElement): Promise<void> {
      await whileBusy(async () => {
        const saved = element && handleOutcome(await saveTyping(element));
        if (element && !saved) return;
        // The email address may be in a step that the server's draft lacks.
        const restored = saved && (await restore(saved));
        if (restored?.errors.resume) return showStep(restored.state, restored.errors);
        const data = handleOutcome(await request(endpoints.emailLink, {}));
        if (data) setDraft(data);
      });
    },

    async send(): Promise<void> {
      await whileBusy(async () => {
        const submit = () => request(endpoints.submit, { page: path });
        let outcome = await submit();
        if (!outcome.ok && outcome.error.code === "no-draft") {
          const restored = await restore({ track, step: first, answers: {}, done: [] });
          if (restored?.errors.resume) return showStep(restored.state, restored.errors);
          outcome = await submit();
        }
        // The file was removed meanwhile: the server's page shows its step and says so.
        if (!outcome.ok && outcome.error.code === "invalid") return loadDocument(path);
        const data = handleOutcome(outcome);
        if (!data) return;
        await loadDocument(data.next);
        // Restored by Back: do not offer the submitted application again.
        location.replace(data.next);
      });
    },

    setDraft,
  };
}
