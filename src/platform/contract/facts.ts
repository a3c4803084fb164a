export const facts = {
  carePlus: { monthlyCents: 3999, annualCents: 39_999, savesOverPercent: 15 },
  pro: { monthlyCents: 1299, annualCents: 12_999, savesPercent: 15 },
  commission: { nonMemberPercent: 20, memberPercent: 0, othersUpToPercent: 40 },
  newsletter: { minimumFormTimeMs: 3000, minimumTokenLength: 5 },
  password: { minimumLength: 8, maximumLength: 16 },
  stateLength: 2,
  phone: { minimumLength: 10, maximumLength: 15 },
  /** Payment onboarding window, in CSS pixels and milliseconds. */
  paymentSetup: { popupWidth: 600, popupHeight: 800, checkIntervalMs: 1000 },
  legal: {
    termsEffective: "2025-06-27",
    privacyUpdated: "2025-06-27",
    governingState: "Colorado",
    childAge: 13,
    adultAge: 18,
  },
  /** How long data is kept; /privacy states these periods, and the code that deletes reads them. */
  keep: {
    sessionDays: 30,
    deviceCookieDays: 365,
    resetLinkMinutes: 30,
    /** Cookies: no selling or sharing, the steps of a login with a passkey or a code, the login of an app. */
    noSaleDays: 365,
    passkeyMinutes: 5,
    loginCodeMinutes: 10,
    appLoginMinutes: 30,
    deletionCaseMonths: 24,
    emailLinkHours: 48,
    draftDays: 30,
    /** Without a change; the draft's answers stay. */
    draftFileHours: 24,
    continueLinkDays: 14,
    emailDays: 30,
    /** Of a help that has ended, and of what helpers did. */
    helperDays: 365,
    /** How long a merge of two accounts can be undone, for which what is not moved is kept. */
    mergeUndoDays: 30,
    /** Keyed hashes of deletions, counted in days of the server's running: longer than any backup. */
    deletionHashDays: 1095,
  },
  reauthMinutes: 10,
  /** Maximum bytes of an uploaded picture, and the side in pixels of the stored square. */
  picture: { maxBytes: 10 * 1024 * 1024, side: 512 },
  /** Applications of the same person within this time are duplicates of the first. */
  sameApplicantDays: 120,
  /** Limits of the applications for work: characters, years, miles, bytes, minutes. */
  application: {
    /** How long it takes, in words. */
    takes: "about eight minutes",
    /** Oldest model year that may carry people or goods. */
    oldestVehicleYear: 2008,
    maxNameLength: 60,
    maxTextLength: 1000,
    rideshareAge: 21,
    travelMiles: [5, 10, 15, 25, 50],
    maxHoursPerWeek: 80,
    resumeMaxBytes: 10 * 1024 * 1024,
    /** How long the completion page may show the reference. */
    completionMinutes: 30,
    attributionDays: 30,
  },
  /** Deadlines of responses to a privacy request, in days (Colorado Privacy Act). */
  privacyRequest: { answer: 45, extension: 45, appeal: 45, appealExtension: 60 },
} as const;

/** Share of a job that a non-member keeps, in percent. */
export const nonMemberKeepsPercent = 100 - facts.commission.nonMemberPercent;

/** Yearly saving of an annual plan over twelve single months, in cents. */
export function annualSavingCents(plan: { monthlyCents: number; annualCents: number }): number {
  return plan.monthlyCents * 12 - plan.annualCents;
}

/** Formats US cents as people read a price: 3999 gives "$39.99", 6500 gives "$65.00". */
export function formatPrice(cents: number): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(cents / 100);
}

/** Formats US cents and omits ".00": 10000 gives "$100", 701 gives "$7.01". */
export function formatSum(cents: number): string {
  return formatPrice(cents).replace(/\.00$/, "");
}

/** Formats an ISO date (YYYY-MM-DD): "June 27, 2025". */
export function formatDate(isoDate: string): string {
  const date = new Date(`${isoDate}T00:00:00Z`);
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(date);
}
