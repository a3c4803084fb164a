import type { ComponentType, Dispatch, SetStateAction } from "react";
import type {
  FormErrors,
  StepField,
} from "../../../../platform/contract/form-engine/define-form.ts";
import type { StepForm } from "../../../../platform/contract/form-engine/define-steps.ts";
import type { Surface } from "../../../../platform/site/ui/surface.ts";
import type { IntakeState } from "../../contract/intake-endpoints.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import type { restoreSteps } from "./restore-steps.ts";

/** Whether the latest answers are saved; "quiet" before the first save. */
export type SaveStatus = "quiet" | "saved" | "failed";

/** State and actions of an application, as its views use them. */
export interface Intake {
  /** The whole form, or its outline until the later steps have loaded. */
  readonly form: StepForm;
  readonly later: LaterSteps | undefined;
  readonly draft: IntakeState;
  readonly step: string;
  readonly errors: FormErrors;
  /** Counts rejected attempts to continue: each one moves the focus to the errors. */
  readonly rejections: number;
  readonly failure: string | undefined;
  readonly busy: boolean;
  readonly saved: SaveStatus;
  readonly dismissFailure: () => void;
  /** Drops unsaved answers, because the draft is being discarded. */
  readonly discardUnsaved: () => void;
  /** Clears the errors of corrected fields; the answers are saved after a pause. */
  readonly handleInput: (element: HTMLFormElement) => void;
  readonly next: (element: HTMLFormElement) => Promise<void>;
  /** Goes back whether or not saving works: the answers are still in the page. */
  readonly back: (element?: HTMLFormElement) => Promise<void>;
  readonly emailLink: (element?: HTMLFormElement) => Promise<void>;
  readonly send: () => Promise<void>;
  readonly setDraft: Dispatch<SetStateAction<IntakeState>>;
}

export interface LaterSteps {
  readonly form: StepForm;
  readonly parts: LaterParts;
}

export interface CheckViewProps {
  readonly intake: Intake;
  readonly path: string;
}

export interface LaterFieldProps {
  readonly field: StepField;
  readonly intake: Intake;
  readonly track: Track;
  readonly idPrefix: string;
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
}

export interface MovedViewProps {
  readonly track: Track;
  readonly path: string;
  readonly surface: Surface;
}

export interface SaveForLaterProps {
  readonly intake: Intake;
}

export interface WelcomeBackProps {
  readonly draft: IntakeState;
  readonly path: string;
  readonly surface: Surface;
}

/** Components that load after the first step, shared by type so that views need not import them. */
export interface LaterParts {
  readonly CheckView: ComponentType<CheckViewProps>;
  readonly LaterField: ComponentType<LaterFieldProps>;
  readonly MovedView: ComponentType<MovedViewProps>;
  readonly restoreSteps: typeof restoreSteps;
  readonly SaveForLater: ComponentType<SaveForLaterProps>;
  readonly WelcomeBack: ComponentType<WelcomeBackProps>;
}
