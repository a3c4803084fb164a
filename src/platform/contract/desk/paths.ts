/** Pages of the staff desk: one shell, routed in the browser. */
export const deskPaths = {
  /** Leads to the page where someone's work begins. */
  start: "/desk",
  overview: "/desk/overview",
  login: "/desk/login",
  forgotPassword: "/desk/forgot-password",
  /** The token follows as the fragment, which browsers never send. */
  join: "/desk/join",
  inbox: "/desk/inbox",
  callBacks: "/desk/call-backs",
  myWork: "/desk/my-work",
  newMessage: "/desk/new-message",
  applications: "/desk/applications",
  interviews: "/desk/interviews",
  privacy: "/desk/privacy",
  newsletter: "/desk/newsletter",
  search: "/desk/search",
  people: "/desk/people",
  customers: "/desk/customers",
  requests: "/desk/requests",
  settings: "/desk/settings",
  launch: "/desk/settings/ready-to-open",
  staffSettings: "/desk/settings/staff",
  applicantTemplates: "/desk/settings/applicant-templates",
  templateSettings: "/desk/settings/templates",
  webhookSettings: "/desk/settings/webhooks",
  appSettings: "/desk/settings/apps",
  tokenSettings: "/desk/settings/api-tokens",
  answerTimeSettings: "/desk/settings/answer-times",
  helpSettings: "/desk/settings/help-articles",
  retentionSettings: "/desk/settings/retention",
  newsletterSettings: "/desk/settings/newsletter",
  audit: "/desk/audit",
  signIn: "/desk/my-sign-in",
} as const;

/** Whether a path belongs to the staff desk, even if none of its routes matches. */
export function isDeskPath(path: string): boolean {
  return path === deskPaths.start || path.startsWith(`${deskPaths.start}/`);
}
