/* The menus of the desk, written by hand from docs/desk.md ("Roles"), as `access.ts` is. */

/** The pages in the bar for each role, from left to right. */
export const tabs: Readonly<Record<string, readonly string[]>> = {
  viewer: ["Overview", "Inbox", "Customers", "Requests", "Call backs"],
  agent: ["Overview", "Inbox", "Customers", "Requests", "Call backs", "Settings"],
  recruiter: ["Applications", "Interviews", "Settings"],
  privacy: ["Customers", "Requests", "Privacy"],
  newsletter: ["Newsletter", "Settings"],
  admin: [
    "Overview",
    "Inbox",
    "Customers",
    "Requests",
    "Applications",
    "Privacy",
    "Interviews",
    "Newsletter",
    "Call backs",
    "Settings",
    "Audit log",
  ],
};

/** The pages in the menu of the settings for each role, from top to bottom. */
export const settingsMenu: Readonly<Record<string, readonly string[]>> = {
  viewer: [],
  agent: ["Templates", "Help articles"],
  recruiter: ["Templates for applicants"],
  privacy: [],
  newsletter: ["Newsletter settings"],
  admin: [
    "Staff and roles",
    "Webhooks",
    "API tokens",
    "Apps",
    "Templates",
    "Templates for applicants",
    "Answer times",
    "Help articles",
    "Retention",
    "Newsletter settings",
    "Ready to open",
  ],
};
