import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { authExtras } from "../../src/features/customers/contract/auth.ts";
import {
  confirmByPasswordForm,
  confirmEmailForm,
  notMyAccountForm,
} from "../../src/features/customers/contract/confirm-email.ts";
import { loginCodeForm } from "../../src/features/customers/contract/login.ts";
import {
  forgotPasswordForm,
  resetPasswordForm,
} from "../../src/features/customers/contract/password-forms.ts";
import { applicationForms } from "../../src/features/recruiting/contract/application-forms.ts";
import type { RecruitingState } from "../../src/features/recruiting/contract/intake-endpoints.ts";
import {
  closedMarket,
  type Track,
  trackNames,
  tracks,
} from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { waitlistForm } from "../../src/features/recruiting/contract/waitlist-form.ts";
import {
  applicationErrors,
  resumeLost,
} from "../../src/platform/contract/errors/application-errors.ts";
import { type Answers, shownFields } from "../../src/platform/contract/form-engine/define-form.ts";
import { checkStep } from "../../src/platform/contract/form-engine/define-steps.ts";
import type { FormState } from "../../src/platform/contract/form-engine/submission.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { findHardWords, linesOf } from "../support/reading-grade.ts";

type Renderer = Pick<typeof import("../../src/app/site/prerender.tsx"), "renderPage">;

/** The server's own renderer. */
const { renderPage }: Renderer = await import(
  pathToFileURL(path.resolve("dist/prerender/prerender.js")).href
);

async function read(address: string, state?: FormState): Promise<string[]> {
  return linesOf((await renderPage(address, state)).body);
}

/** Sentences of the specification, which must not change. */
const fixed: ReadonlySet<string> = new Set([
  "Your payment profile has been created. All transactions will be processed securely by Stripe, our card payment provider.",
]);

/** Answers that show as many conditional questions as possible. */
function everyQuestion(track: Track): Answers {
  const { fields } = applicationForms[track];
  const first = fields.map(({ name, kind, options }) => {
    if (kind === "checkboxes") return [name, options ?? []];
    return [name, kind === "checkbox" ? "yes" : (options?.[0] ?? "")];
  });
  const asked = fields
    .flatMap(({ showIf = [] }) => showIf)
    .filter(({ field }) => fields.find(({ name }) => name === field)?.kind === "radios")
    .map(({ field, is: [answer = ""] }) => [field, answer]);
  // If a question has two conditions, use the first.
  return Object.fromEntries([...first, ...asked.reverse()]);
}

describe.each(trackNames)("the %s application reads at grade 8 or lower", (track) => {
  const form = applicationForms[track];
  const { getStarted, intake, talrooIntake, complete, talrooComplete } = tracks[track];
  const { collection } = form;
  const state = (recruiting: RecruitingState): FormState => ({ collection, recruiting });
  const answers = everyQuestion(track);
  const done = form.steps.map(({ id }) => id);

  test.each(["zip", "waitlist", "listed", "link", "mailed"] as const)("start: %s", async (view) => {
    const start = { kind: "start", track, view, answers: { zip: "80537" } } as const;
    const lines = await read(getStarted, state(start));
    expect(lines.length).toBeGreaterThan(40);
    expect(findHardWords(lines)).toEqual([]);
  });

  test.each([...done, checkStep.id, "resume"])("step: %s", async (step) => {
    for (const page of [intake, talrooIntake]) {
      const lines = await read(
        page,
        state({ kind: "intake", track, step, answers, done, adNotes: true }),
      );
      expect(findHardWords(lines)).toEqual([]);
      const fields = form.steps.find(({ id }) => id === step)?.groups.flatMap((one) => one.fields);
      // Labels, hints and choices must be graded too: check those of two exclusive questions.
      const text = lines.join("\n");
      const shown = shownFields(form.fields, answers);
      for (const field of fields ?? []) {
        const { label, hint = "", options = [], grid } = field;
        if (!shown.includes(field)) expect(findHardWords([label, hint])).toEqual([]);
        else
          for (const part of [label, hint, ...(grid ? [] : options)]) expect(text).toContain(part);
      }
    }
  });

  test("errors and other messages", () => {
    const messages = form.fields.flatMap(({ rules }) => rules.map(({ message }) => message));
    expect(messages.length).toBeGreaterThan(10);
    const others = [
      waitlistForm.success.text,
      waitlistForm.unreachable,
      closedMarket,
      applicationErrors["resume-too-large"].message,
      applicationErrors["resume-unreadable"].message,
      resumeLost,
    ];
    expect(findHardWords([...messages, ...others].filter(Boolean))).toEqual([]);
  });

  test.each(["received", "not-eligible", undefined] as const)("sent: %s", async (outcome) => {
    const sent = { kind: "complete", track, reference: "ACDEFHJK", firstName: "Ruth" } as const;
    for (const page of [complete, talrooComplete]) {
      const lines = await read(page, outcome && state({ ...sent, outcome }));
      expect(lines.length).toBeGreaterThan(5);
      expect(findHardWords(lines)).toEqual([]);
    }
  });
});

const token = { [authExtras.token]: "made-up" };

describe("portal pages read at grade 8 or lower", () => {
  test.each<[string, string, FormState?]>([
    ["login", paths.login],
    ["code", paths.login, { collection: loginCodeForm.collection }],
    ["caregiver login", paths.caregiverLogin],
    ["provider login", paths.providerLogin],
    ["create account", paths.createAccount],
    ["forgotten password", paths.forgotPassword],
    [
      "link sent",
      paths.forgotPassword,
      { collection: forgotPasswordForm.collection, step: "done" },
    ],
    ["new password without a link", paths.resetPassword],
    [
      "new password",
      paths.resetPassword,
      { collection: resetPasswordForm.collection, extras: token },
    ],
    [
      "password set",
      paths.resetPassword,
      { collection: resetPasswordForm.collection, step: "done" },
    ],
    ["confirm without a link", paths.confirmEmail],
    [
      "confirm",
      paths.confirmEmail,
      { collection: confirmEmailForm.collection, values: { viewer: "owner" }, extras: token },
    ],
    ...(["anybody", "other-account", "code-needed"] as const).map(
      (viewer): [string, string, FormState] => [
        `confirm by password: ${viewer}`,
        paths.confirmEmail,
        {
          collection: confirmByPasswordForm.collection,
          values: { viewer, kind: "change-email" },
          extras: token,
        },
      ],
    ),
    [
      "not my account without a link",
      paths.confirmEmail,
      { collection: notMyAccountForm.collection },
    ],
    ...(["anybody", "owner"] as const).map((viewer): [string, string, FormState] => [
      `not my account: ${viewer}`,
      paths.confirmEmail,
      { collection: notMyAccountForm.collection, values: { viewer }, extras: token },
    ]),
    [
      "not my account: reported",
      paths.confirmEmail,
      { collection: notMyAccountForm.collection, step: "done" },
    ],
    ["confirmed", paths.confirmEmail, { collection: confirmEmailForm.collection, step: "done" }],
    ["test mode of payments", paths.paymentSandbox],
    ["payment window opening", paths.paymentOpening],
    ["payment problem", paths.paymentProblem],
    ["payment setup complete", paths.success],
    ["reauthentication in the app", paths.reauth],
    // Without personal data; e2e tests grade the pages with it (checkPage).
    ["profile", paths.profile],
    ["edit profile", paths.editProfile],
    ["request", paths.request],
    ["settings", paths.settings],
  ])("%s", async (_name, address, state) => {
    const lines = await read(address, state);
    expect(lines.length).toBeGreaterThan(0);
    expect(findHardWords(lines.filter((line) => !fixed.has(line)))).toEqual([]);
  });
});
