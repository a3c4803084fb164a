export const searchId = "inbox-search";
/** The filters, which open from the side in smaller windows. */
export const filtersId = "inbox-filters";
export const noteTabId = "case-note-tab";
export const replyFieldId = "case-reply";
export const replyTabId = "case-reply-tab";
export const assigneeId = "case-assignee";
