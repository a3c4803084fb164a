/** Roles of staff. A person may have several. */
export const staffRoles = [
  "viewer",
  "agent",
  "recruiter",
  "privacy",
  "newsletter",
  "admin",
] as const;

export type StaffRole = (typeof staffRoles)[number];

export const roleNames: Readonly<Record<StaffRole, string>> = {
  viewer: "Viewer",
  agent: "Agent",
  recruiter: "Recruiter",
  privacy: "Privacy",
  newsletter: "Newsletter",
  admin: "Admin",
};

interface PermissionRow {
  /** What it allows, as shown in the settings' table. */
  readonly label: string;
  readonly roles: readonly StaffRole[];
}

/** Who may do what: the single source of truth. Admins may do everything. */
export const deskPermissions = {
  "inbox-read": { label: "Read the inbox", roles: ["viewer", "agent"] },
  "inbox-work": { label: "Answer, assign, note, tag, spam", roles: ["agent"] },
  customers: { label: "Find and read customers", roles: ["viewer", "agent", "privacy"] },
  "customer-work": { label: "Customers: notes, accounts, export", roles: ["agent"] },
  applications: { label: "Applications, résumés, waiting list", roles: ["recruiter"] },
  people: { label: "Everything about one person", roles: ["viewer", "agent", "privacy"] },
  deletion: { label: "Deletion cases", roles: ["privacy"] },
  newsletter: { label: "Newsletter desk", roles: ["newsletter"] },
  settings: { label: "Staff, webhooks, tokens, templates", roles: [] },
  records: { label: "Retention and audit log", roles: [] },
} as const satisfies Readonly<Record<string, PermissionRow>>;

export type DeskPermission = keyof typeof deskPermissions;

export const permissionNames = Object.keys(deskPermissions) as DeskPermission[];

export function hasPermission(roles: readonly StaffRole[], permission: DeskPermission): boolean {
  const allowed: readonly StaffRole[] = deskPermissions[permission].roles;
  return roles.some((role) => role === "admin" || allowed.includes(role));
}

/** Parses a role name from untrusted input; undefined if there is no such role. */
export function readRole(text: unknown): StaffRole | undefined {
  return staffRoles.find((role) => role === text);
}
