const interviewActs = {
  offered: "Offered times for the interview",
  "offered-again": "Asked to choose another time for the interview",
  chosen: "The applicant chose a time for the interview",
  moved: "The applicant moved the interview",
  "moved-by-us": "Moved the interview",
  asked: "The applicant asked for another time",
  canceled: "The applicant canceled the interview",
  "canceled-by-us": "Canceled the interview",
  ended: "The interview is off, since the application moved on",
  done: "The interview took place",
  "no-show": "The applicant did not come to the interview",
  scored: "Scored an answer of the interview",
  "score-removed": "Took back a score of the interview",
} as const;

export type InterviewEvent = keyof typeof interviewActs;

const slotActs = {
  added: "Added",
  changed: "Changed",
  removed: "Removed",
} as const;

/** What happened to interviews, as sentences without their periods. */
export const interviewEventWords = {
  interview: ({ act }: { readonly act: InterviewEvent }) => interviewActs[act],
  "interview.times": ({
    act,
    count,
  }: {
    readonly act: keyof typeof slotActs;
    readonly count: number;
  }) => `${slotActs[act]} ${count === 1 ? "a time" : `${count} times`} for interviews`,
  "interview.questions": () => "Changed the questions for interviews",
} as const;
