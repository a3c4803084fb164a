import { deskPaths } from "../../platform/contract/desk/paths.ts";
import type { NavItem } from "../../platform/desk/shell/nav-item.ts";

interface SettingsItem extends NavItem {
  /** Added for screen readers where the bar has a page of the same name. */
  readonly more?: string;
}

export const settingsPages: readonly SettingsItem[] = [
  { path: deskPaths.staffSettings, label: "Staff and roles", permission: "settings" },
  { path: deskPaths.webhookSettings, label: "Webhooks", permission: "settings" },
  { path: deskPaths.tokenSettings, label: "API tokens", permission: "settings" },
  { path: deskPaths.appSettings, label: "Apps", permission: "settings" },
  { path: deskPaths.templateSettings, label: "Templates", permission: "inbox-work" },
  {
    path: deskPaths.applicantTemplates,
    label: "Templates for applicants",
    permission: "applications",
  },
  { path: deskPaths.answerTimeSettings, label: "Answer times", permission: "settings" },
  { path: deskPaths.helpSettings, label: "Help articles", permission: "inbox-work" },
  { path: deskPaths.retentionSettings, label: "Retention", permission: "records" },
  {
    path: deskPaths.newsletterSettings,
    label: "Newsletter",
    more: " settings",
    permission: "newsletter",
  },
  { path: deskPaths.launch, label: "Ready to open", permission: "settings" },
];
