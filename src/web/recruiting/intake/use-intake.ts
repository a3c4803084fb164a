import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Answers, FormErrors } from "../../../contract/define-form.ts";
import {
  checkOneStep,
  checkStep,
  fieldsOf,
  neighbourStep,
  readAnswers,
} from "../../../contract/define-steps.ts";
import { failureWithWait } from "../../../contract/failures.ts";
import {
  type DraftChange,
  type IntakeState,
  recruitingCalls,
  type SubmitAnswer,
  stepQuery,
  type Track,
  tracks,
} from "../../../contract/recruiting.ts";
import { call, type Outcome, post } from "../../api.ts";
import { useServed } from "../use-served.ts";
import { useUnsaved } from "./use-unsaved.ts";

/** How long somebody must have stopped typing before it is saved, in milliseconds. */
const pauseMs = 1200;

/** What the page says about saving. */
export type Saved = "quiet" | "saved" | "failed";

function freshDraft(track: Track): IntakeState {
  return { track, step: tracks[track].form.steps[0]?.id ?? checkStep.id, answers: {}, done: [] };
}

/** The step an address may show: one that is done, or the first that is not. */
function reachable(state: IntakeState, wanted: string | null): string {
  const { form } = tracks[state.track];
  const ids = [...form.steps.map((step) => step.id), checkStep.id];
  const open = ids.find((id) => !state.done.includes(id)) ?? checkStep.id;
  return wanted !== null && (state.done.includes(wanted) || wanted === open) ? wanted : open;
}

/** Answers that stand in a step's form right now. */
function answersIn(track: Track, step: string, element: HTMLFormElement): Answers {
  const data = new FormData(element);
  const found = tracks[track].form.steps.find(({ id }) => id === step);
  // A question that is not asked has no control, and keeps the answer it had.
  const asked = (found ? fieldsOf(found) : []).filter(({ name }) =>
    element.elements.namedItem(name),
  );
  return readAnswers(asked, (name) => data.getAll(name));
}

/**
 * An application on its way: the answers so far, the step at hand, and everything its
 * buttons do. What is typed is saved as it is typed, so that nothing hangs on the last button.
 * @param path the page that it stands on
 */
export function useIntake(track: Track, path: string) {
  const { form } = tracks[track];
  const calls = recruitingCalls(track);
  const served = useServed("intake", track);
  const [start] = useState(served);
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<IntakeState>(start?.page ?? freshDraft(track));
  const [errors, setErrors] = useState<FormErrors>(start?.form.errors ?? {});
  const [refusals, setRefusals] = useState(0);
  const [failure, setFailure] = useState(start?.form.failure);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState<Saved>("quiet");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useUnsaved(calls.draft);

  const wanted = new URLSearchParams(search).get(stepQuery);
  const step = served?.page.step ?? reachable(draft, wanted);

  // Whoever comes from another page of the site brings no draft along: it is fetched.
  const arrivedInside = useRef(start === undefined);
  useEffect(() => {
    if (!arrivedInside.current) return;
    arrivedInside.current = false;
    void call<IntakeState>("GET", calls.draft).then((outcome) => {
      if (outcome.ok && Object.keys(outcome.data.answers).length > 0) setDraft(outcome.data);
    });
  }, [calls.draft]);

  // A step has its own faults; the next one begins without.
  const lastKey = useRef(key);
  useEffect(() => {
    if (lastKey.current === key) return;
    lastKey.current = key;
    setErrors({});
    setFailure(undefined);
    setSaved("quiet");
  }, [key]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function refuse(found: FormErrors): void {
    setErrors(found);
    setRefusals((count) => count + 1);
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
    else if (error.code === "invalid" && "fields" in error && error.fields) refuse(error.fields);
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

  /**
   * Saves the finished steps that the server lost sight of, as when a browser forgot its
   * cookies: they are still here.
   * @param known the draft as the server has it
   */
  async function restore(known: IntakeState, answers: Answers): Promise<IntakeState> {
    let state = known;
    for (const { id, groups } of form.steps) {
      if (state.done.includes(id) || !draft.done.includes(id)) continue;
      const names = groups.flatMap(({ fields }) => fields.map(({ name }) => name));
      const given = Object.entries(answers).filter(([name]) => names.includes(name));
      const change = { page: path, step: id, answers: Object.fromEntries(given) };
      const outcome = await post<IntakeState>(calls.draft, change);
      if (!outcome.ok) break;
      state = outcome.data;
    }
    return { ...state, answers: { ...answers, ...state.answers } };
  }

  function goTo(id: string): void {
    void navigate(`${path}?${stepQuery}=${id}`);
  }

  async function saveTyping(element: HTMLFormElement): Promise<Outcome<IntakeState>> {
    const answers = answersIn(track, step, element);
    keep(answers);
    const change: DraftChange = { page: path, step, answers, typing: true };
    unsaved.current = change;
    const outcome = await post<IntakeState>(calls.draft, change);
    if (outcome.ok && unsaved.current === change) unsaved.current = undefined;
    return outcome;
  }

  return {
    form,
    draft,
    step,
    errors,
    refusals,
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
      const answers = answersIn(track, step, element);
      const left = checkOneStep(form, step, keep(answers));
      setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([n]) => left[n])));
      unsaved.current = { page: path, step, answers, typing: true };
      clearTimeout(timer.current);
      timer.current = setTimeout(async () => {
        const outcome = await saveTyping(element);
        setSaved(outcome.ok ? "saved" : "failed");
      }, pauseMs);
    },

    /** Checks, saves and shows the next step. */
    async next(element: HTMLFormElement): Promise<void> {
      const answers = answersIn(track, step, element);
      const all = keep(answers);
      const found = checkOneStep(form, step, all);
      if (Object.keys(found).length > 0) return refuse(found);
      setErrors({});
      await whileBusy(async () => {
        const change: DraftChange = { page: path, step, answers };
        const data = take(await post<IntakeState>(calls.draft, change));
        if (!data) return;
        unsaved.current = undefined;
        const state = await restore(data, all);
        setDraft(state);
        goTo(state.step);
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
        if (element && !take(await saveTyping(element))) return;
        const data = take(await post<IntakeState>(calls.mailLink, {}));
        if (data) setDraft(data);
      });
    },

    /** Sends the application; the answer names the page that thanks. */
    async send(): Promise<void> {
      await whileBusy(async () => {
        const submit = () => post<SubmitAnswer>(calls.submit, { page: path });
        let outcome = await submit();
        if (!outcome.ok && outcome.error.code === "no-draft") {
          await restore({ ...draft, done: [] }, draft.answers);
          outcome = await submit();
        }
        const data = take(outcome);
        if (data) location.assign(data.next);
        // The button stays busy until the page has gone. Back may bring it again as it was.
        if (data) await new Promise((back) => addEventListener("pageshow", back, { once: true }));
      });
    },

    /** The résumé changed: the draft says so. */
    setDraft,
  };
}

/** What the views of an application work with. */
export type Intake = ReturnType<typeof useIntake>;
