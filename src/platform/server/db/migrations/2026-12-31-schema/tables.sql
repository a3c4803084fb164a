-- What visitors send with forms, and what belongs to the server itself.

create table submissions (
  id text primary key,
  collection text not null,
  reference text not null unique,
  data text not null,
  email text not null,
  created_at bigint not null,
  idempotency_key text,
  spam_reason text,
  address_hash text,
  done_at bigint
);
create unique index submissions_by_key on submissions (collection, idempotency_key)
  where idempotency_key is not null;
create index submissions_by_address on submissions (address_hash, created_at)
  where address_hash is not null;
create index submissions_by_email on submissions (email, created_at);
create index submissions_without_email on submissions (id) where email = '';

create table app_secrets (
  name text primary key,
  value text not null
);

create table clock_state (
  name text primary key,
  seen_at bigint not null,
  doubt text,
  doubted_at bigint
);

create table throttles (
  key text primary key,
  count bigint not null,
  window_started_at bigint not null
);
create index throttles_by_window_started_at on throttles (window_started_at);

create table mail_outbox (
  id text primary key,
  kind text not null,
  uid text,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  headers text not null,
  created_at bigint not null,
  attempts bigint not null,
  next_try_at bigint not null,
  leased_until bigint not null,
  sent_at bigint,
  failed_at bigint,
  failure text,
  forget bigint not null default 0
);
create index mail_outbox_waiting on mail_outbox (next_try_at, sent_at) where sent_at is null;
create index mail_outbox_by_uid on mail_outbox (uid) where uid is not null;

create table file_removals (
  path text primary key,
  due_at bigint not null
);
create index file_removals_by_due_at on file_removals (due_at);

create table erasures (
  id text primary key,
  at bigint not null
);

create table carried_out_deletions (
  id text primary key,
  at bigint not null,
  subjects text,
  days_left bigint not null,
  listed_at bigint
);

create table search_rebuilds (
  name text primary key,
  below bigint not null
);

create table email_spellings (
  spelling text primary key,
  email text not null,
  was_separate bigint not null
);
create index email_spellings_by_email on email_spellings (email);

-- Customers.

create table accounts (
  uid text primary key,
  email text not null,
  email_key text not null unique,
  password_hash text not null,
  support_id text not null unique,
  created_at bigint not null,
  email_verified_at bigint,
  totp_secret text,
  totp_enabled_at bigint,
  totp_last_step bigint,
  disabled_at bigint,
  shared_email_key text
);
create index accounts_by_shared_email_key on accounts (shared_email_key)
  where shared_email_key is not null;

create table profiles (
  uid text primary key references accounts (uid) on delete cascade,
  first_name text not null,
  last_name text not null,
  email_address text not null,
  phone_number text not null,
  address_line1 text not null,
  city text not null,
  state text not null,
  zip text not null,
  stripe_account_id text,
  version bigint not null,
  updated_at bigint not null,
  contact_method text not null,
  phone_key text
);
create index profiles_by_phone_key on profiles (phone_key);

create table sessions (
  uid text not null references accounts (uid) on delete cascade,
  id text primary key,
  token_hash text not null unique,
  created_at bigint not null,
  proved_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  user_agent text not null,
  former_token_hash text,
  renewed_at bigint
);
create index sessions_by_uid on sessions (uid);
create index sessions_by_former_token_hash on sessions (former_token_hash);

create table one_time_tokens (
  token_hash text primary key,
  kind text not null,
  uid text references accounts (uid) on delete cascade,
  data text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index one_time_tokens_by_uid_kind on one_time_tokens (uid, kind);
create index one_time_tokens_by_expires_at on one_time_tokens (expires_at);
create index one_time_tokens_by_application on one_time_tokens (data)
  where kind in ('resume-application', 'join-applications');

create table passkeys (
  uid text not null references accounts (uid) on delete cascade,
  id text primary key,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkeys_by_uid on passkeys (uid);

create table recovery_codes (
  uid text not null references accounts (uid) on delete cascade,
  code_hash text primary key,
  used_at bigint
);
create index recovery_codes_by_uid on recovery_codes (uid);

create table completed_requests (
  uid text not null references accounts (uid) on delete cascade,
  id text not null,
  request_title text not null,
  assigned_to text not null,
  assigned_to_uid text not null,
  request_completed bigint not null,
  date_completed bigint,
  price_cents bigint,
  created_at bigint not null,
  reference text not null default '',
  constraint completed_requests_key primary key (uid, id)
);
create index completed_requests_by_reference on completed_requests (reference);

create table pictures (
  path text primary key,
  uid text references accounts (uid) on delete cascade,
  file text not null,
  hash text not null,
  updated_at bigint not null
);
create index pictures_by_uid on pictures (uid);

create table payment_accounts (
  uid text primary key references accounts (uid) on delete cascade,
  provider text not null,
  account_id text not null unique,
  created_at bigint not null,
  needs text not null,
  needs_at bigint not null
);

create table deleted_accounts (
  support_id text primary key,
  deleted_at bigint not null
);

create table webhook_events (
  id text primary key,
  received_at bigint not null
);

-- Staff.

create table staff (
  id text primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  roles text not null,
  password_hash text,
  totp_secret text,
  totp_enabled_at bigint,
  totp_last_step bigint,
  created_at bigint not null,
  invited_by text not null,
  joined_at bigint,
  disabled_at bigint,
  last_seen_at bigint,
  shared_email_key text
);
create index staff_by_shared_email_key on staff (shared_email_key)
  where shared_email_key is not null;

create table staff_sessions (
  id text primary key,
  token_hash text not null unique,
  staff_id text not null references staff (id) on delete cascade,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  confirmed_at bigint,
  user_agent text not null
);
create index staff_sessions_by_staff on staff_sessions (staff_id);

create table staff_passkeys (
  id text primary key,
  staff_id text not null references staff (id) on delete cascade,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index staff_passkeys_by_staff on staff_passkeys (staff_id);

create table staff_recovery_codes (
  code_hash text primary key,
  staff_id text not null references staff (id) on delete cascade,
  used_at bigint
);
create index staff_recovery_codes_by_staff on staff_recovery_codes (staff_id);

create table staff_tokens (
  token_hash text primary key,
  kind text not null,
  staff_id text references staff (id) on delete cascade,
  data text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index staff_tokens_by_staff on staff_tokens (staff_id);

create table audit_log (
  id text primary key,
  at bigint not null,
  kind text not null,
  staff_id text,
  actor text not null,
  what text not null,
  target text not null,
  origin text not null
);
create index audit_log_by_kind on audit_log (kind, id);
create index audit_log_by_staff_id on audit_log (staff_id, id);
create index audit_log_by_target on audit_log (target, id);

-- Applications. A job numbers those that were sent; drafts have no number.

create table applications (
  id text primary key,
  track text not null,
  status text not null,
  reference text unique,
  answers text not null,
  steps text not null,
  consents text not null,
  email_key text not null,
  phone_key text not null,
  source text not null,
  first_touch text not null,
  last_touch text not null,
  gpc bigint not null,
  resume_file text,
  resume_name text,
  resume_type text,
  resume_bytes bigint,
  duplicate_of text,
  joined_at bigint,
  completion_hash text,
  completion_expires_at bigint,
  pixel_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  submitted_at bigint,
  address_hash text,
  held_by text,
  possible_duplicate_of text,
  number bigint,
  name text not null default '',
  city text not null default '',
  market text not null default '',
  is_repeat bigint not null default 0,
  version bigint not null default 1,
  status_at bigint,
  waiting_since bigint,
  changed_at bigint not null default 0
);
create index applications_by_email_key_track on applications (email_key, track);
create index applications_by_phone_key_track on applications (phone_key, track);
create index applications_by_status_updated_at on applications (status, updated_at);
create index applications_by_completion_hash on applications (completion_hash);
create index applications_by_address_hash_created_at on applications (address_hash, created_at);
create index applications_by_duplicate_of on applications (duplicate_of);
create index applications_by_resume_file on applications (resume_file);
create index applications_by_possible_duplicate_of on applications (possible_duplicate_of);
create unique index applications_by_number on applications (number);
create index applications_without_number on applications (submitted_at, id)
  where number is null and submitted_at is not null;
create index sent_applications_by_stage on applications (status, submitted_at, number)
  where number is not null;
create index sent_applications_by_track on applications (status, track, submitted_at, number)
  where number is not null;
create index sent_applications_by_source on applications (status, source, submitted_at, number)
  where number is not null;
create index sent_applications_by_market on applications (status, market, submitted_at, number)
  where number is not null;
create index sent_applications_by_repeat on applications (status, is_repeat, submitted_at, number)
  where number is not null;
create index sent_applications_by_status_at on applications (status, status_at, number)
  where number is not null;
create index merged_applications_by_duplicate_of on applications (duplicate_of)
  where joined_at is not null;
create index sent_applications_by_changed_at on applications (changed_at)
  where number is not null;
create index sent_applications_by_waiting on applications (status, submitted_at, number)
  where number is not null and waiting_since is not null;

create table application_notes (
  id text primary key,
  application_id text not null references applications (id) on delete cascade,
  at bigint not null,
  staff_id text not null,
  text text not null,
  mentions text not null
);
create index application_notes_by_application on application_notes (application_id, id);

create table application_changes (
  id text primary key,
  application_id text not null references applications (id) on delete cascade,
  at bigint not null,
  staff_id text,
  what text not null
);
create index application_changes_by_application on application_changes (application_id, id);

create table application_sources (
  id text primary key,
  application_id text not null references applications (id) on delete cascade,
  email text not null,
  phone_key text not null,
  answers text not null,
  resume_file text,
  conversions text not null,
  at bigint not null
);
create index application_sources_by_application_id on application_sources (application_id);
create index application_sources_by_email on application_sources (email);
create index application_sources_by_phone_key on application_sources (phone_key);

create table separate_applications (
  application_id text not null references applications (id) on delete cascade,
  other_id text not null references applications (id) on delete cascade,
  constraint separate_applications_key primary key (application_id, other_id)
);

create table apply_visitors (
  token_hash text primary key,
  first_touch text not null,
  last_touch text not null,
  created_at bigint not null,
  seen_at bigint not null,
  care_application text,
  pro_application text
);
create index apply_visitors_by_seen_at on apply_visitors (seen_at);
create index apply_visitors_by_care_application on apply_visitors (care_application)
  where care_application is not null;
create index apply_visitors_by_pro_application on apply_visitors (pro_application)
  where pro_application is not null;

create table conversions (
  id text primary key,
  source text not null,
  event text not null,
  application_id text not null,
  params text not null,
  state text not null,
  reason text,
  attempts bigint not null,
  next_try_at bigint not null,
  leased_until bigint not null,
  http_status bigint,
  response text,
  created_at bigint not null,
  done_at bigint,
  constraint conversions_once unique (source, event, application_id)
);
create index conversions_waiting on conversions (next_try_at, state) where state = 'waiting';
create index conversions_by_application_id on conversions (application_id);

create table funnel_events (
  id text primary key,
  track text not null,
  source text not null,
  kind text not null,
  at bigint not null
);
create index funnel_events_by_at on funnel_events (at);

create table funnel_days (
  day text not null,
  track text not null,
  source text not null,
  kind text not null,
  count bigint not null,
  constraint funnel_days_key primary key (day, track, source, kind)
);

create table waitlist_people (
  id text primary key references submissions (id) on delete cascade,
  market text not null,
  track text not null,
  email text not null,
  created_at bigint not null,
  state text not null,
  told_at bigint,
  told_by text,
  staff_id text
);
create index waitlist_people_by_state on waitlist_people (state, created_at, id);
create index waitlist_people_by_market on waitlist_people (state, market, created_at, id);
create index waitlist_people_by_track on waitlist_people (state, track, created_at, id);
create index waitlist_people_by_email on waitlist_people (email, state);

-- Cases: the desk's record of a submission of an inbox form. A job creates them.

create table cases (
  id text primary key references submissions (id) on delete cascade,
  number bigint not null unique,
  reference text not null unique,
  form text not null,
  platform text not null,
  name text not null,
  email text not null,
  snippet text not null,
  status text not null,
  scope text not null,
  assignee_id text references staff (id) on delete set null,
  created_at bigint not null,
  active_at bigint not null,
  waiting_since bigint not null,
  due_at bigint not null,
  version bigint not null,
  changed_at bigint not null,
  answered_at bigint,
  answer_minutes bigint,
  answer_in_time bigint,
  clock_from bigint,
  clock_due bigint,
  closed_at bigint
);
create index cases_by_active on cases (scope, active_at, number);
create index cases_by_form on cases (scope, form, active_at, number);
create index cases_by_status on cases (scope, status, active_at, number);
create index cases_by_platform on cases (scope, platform, active_at, number);
create index cases_by_assignee on cases (assignee_id, scope, active_at, number);
create index cases_by_waiting on cases (scope, waiting_since, number);
create index cases_by_due on cases (scope, due_at);
create index cases_by_email on cases (email, active_at);
create index cases_by_changed on cases (changed_at);
create index cases_by_created on cases (created_at, form, scope);
create index cases_by_closed on cases (scope, form, changed_at);
create index cases_by_closing on cases (closed_at, form, status, answered_at);
create index cases_by_answered on cases (answered_at, scope, form, answer_minutes, answer_in_time);

create table case_tags (
  case_id text not null references cases (id) on delete cascade,
  tag text not null,
  scope text not null,
  active_at bigint not null,
  number bigint not null,
  constraint case_tags_key primary key (case_id, tag)
);
create index case_tags_by_tag on case_tags (scope, tag, active_at, number);

create table case_changes (
  id text primary key,
  case_id text not null references cases (id) on delete cascade,
  at bigint not null,
  staff_id text,
  what text not null
);
create index case_changes_by_case on case_changes (case_id, id);

create table case_presence (
  staff_id text primary key references staff (id) on delete cascade,
  topic text not null,
  reference text not null,
  seen_at bigint not null,
  is_writing bigint not null default 0
);

create table separate_cases (
  case_id text primary key references cases (id) on delete cascade,
  staff_id text not null,
  at bigint not null
);

create table stale_case_words (
  case_id text primary key references cases (id) on delete cascade
);

create table saved_views (
  id text primary key,
  staff_id text not null references staff (id) on delete cascade,
  name text not null,
  query text not null,
  is_shared bigint not null,
  created_at bigint not null
);

create table person_notes (
  id text primary key,
  email text not null,
  at bigint not null,
  staff_id text not null,
  text text not null,
  mentions text not null
);
create index person_notes_by_email on person_notes (email, id);

create table answer_times (
  form text primary key,
  hours bigint not null
);

create table office_holidays (
  day text primary key,
  name text not null,
  is_closed bigint not null
);

-- Conversations, each of a case or an application. An email may come before the case.

create table conversation_entries (
  id text primary key,
  case_id text references cases (id) on delete cascade,
  application_id text references applications (id) on delete cascade,
  at bigint not null,
  kind text not null,
  staff_id text,
  text text not null,
  mentions text not null,
  via text,
  source_key text,
  constraint conversation_entries_owner check (case_id is not null or application_id is not null)
);
create index conversation_entries_by_case on conversation_entries (case_id, id);
create index conversation_entries_by_application on conversation_entries (application_id, id);
create unique index conversation_entries_by_source_key on conversation_entries (source_key);

create table conversation_replies (
  id text primary key,
  case_id text references cases (id) on delete cascade,
  application_id text references applications (id) on delete cascade,
  staff_id text not null,
  staff_name text not null,
  origin text not null,
  created_at bigint not null,
  send_at bigint not null,
  text text not null,
  draft text not null,
  template text not null,
  status_after text not null,
  entry_id text unique,
  email_id text,
  delivered_at bigint,
  failed_at bigint,
  failure text not null,
  stopped text not null default '',
  constraint conversation_replies_owner check (case_id is not null or application_id is not null)
);
create index conversation_replies_by_case on conversation_replies (case_id, id);
create index conversation_replies_by_application on conversation_replies (application_id, id);
create index conversation_replies_due on conversation_replies (send_at, entry_id)
  where entry_id is null;
create index conversation_replies_undelivered on conversation_replies (email_id, delivered_at)
  where delivered_at is null;
create index conversation_replies_failed on conversation_replies (case_id, id)
  where failed_at is not null;

create table conversation_drafts (
  id text primary key,
  case_id text references cases (id) on delete cascade,
  application_id text references applications (id) on delete cascade,
  staff_id text not null references staff (id) on delete cascade,
  text text not null,
  blanks text not null,
  status_after text not null,
  template_id text not null,
  saved_at bigint not null,
  constraint conversation_drafts_owner check (case_id is not null or application_id is not null)
);
create unique index conversation_drafts_of_case on conversation_drafts (case_id, staff_id);
create unique index conversation_drafts_of_application
  on conversation_drafts (application_id, staff_id);
create index conversation_drafts_by_staff on conversation_drafts (staff_id);

create table conversation_inbound_emails (
  id text primary key,
  case_id text references submissions (id) on delete cascade,
  application_id text references applications (id) on delete cascade,
  received_at bigint not null,
  entry_id text references conversation_entries (id) on delete cascade,
  is_opening bigint not null,
  message_id text not null,
  source_key text not null unique,
  from_name text not null,
  from_address text not null,
  subject text not null,
  kind text not null,
  sender text not null,
  is_quiet bigint not null,
  notes text not null,
  attachments text not null,
  reply_id text,
  report_status text not null,
  report_reason text not null,
  raw_file text,
  raw_size bigint not null,
  constraint conversation_inbound_emails_owner
    check (case_id is not null or application_id is not null)
);
create index conversation_inbound_emails_by_case on conversation_inbound_emails (case_id, id);
create index conversation_inbound_emails_by_application
  on conversation_inbound_emails (application_id, id);
create index conversation_inbound_emails_by_entry_id on conversation_inbound_emails (entry_id);
create index conversation_inbound_emails_by_message_id on conversation_inbound_emails (message_id);
create index conversation_inbound_emails_by_raw_file on conversation_inbound_emails (raw_file);
create index conversation_inbound_emails_by_sender
  on conversation_inbound_emails (from_address, received_at);
create index conversation_inbound_emails_opening
  on conversation_inbound_emails (received_at, is_opening)
  where is_opening = 1;
create index conversation_inbound_emails_by_reply on conversation_inbound_emails (reply_id, id)
  where reply_id is not null;

create table conversation_sent_emails (
  id text primary key,
  case_id text references submissions (id) on delete cascade,
  application_id text references applications (id) on delete cascade,
  kind text not null,
  at bigint not null,
  constraint conversation_sent_emails_owner
    check (case_id is not null or application_id is not null)
);
create index conversation_sent_emails_by_case on conversation_sent_emails (case_id, id);
create index conversation_sent_emails_by_application
  on conversation_sent_emails (application_id, id);

create table reply_templates (
  id text primary key,
  staff_id text references staff (id) on delete set null,
  name text not null,
  text text not null,
  is_shared bigint not null,
  changed_at bigint not null,
  topic text not null default 'case'
);
create index reply_templates_by_staff on reply_templates (staff_id);

-- The newsletter: every signup, and one row for each address, which a job creates.

create table newsletter_subscribers (
  id text primary key,
  email text not null,
  data text not null,
  created_at bigint not null,
  unsubscribed_at bigint,
  spam_reason text,
  address_hash text,
  page text not null default '',
  wording text not null default '',
  note text not null default '',
  added_by text not null default '',
  pending_until bigint,
  confirmed_at bigint,
  listed_at bigint
);
create index newsletter_subscribers_by_email on newsletter_subscribers (email);
create index newsletter_subscribers_by_address on newsletter_subscribers (address_hash, created_at)
  where address_hash is not null;
create index newsletter_subscribers_by_unlisted on newsletter_subscribers (id)
  where listed_at is null;
create index newsletter_subscribers_by_pending on newsletter_subscribers (pending_until)
  where pending_until is not null;

create table newsletter_addresses (
  id text primary key,
  email text not null unique,
  state text not null,
  source text not null,
  page text not null,
  how text not null,
  changed_at bigint not null,
  sync_state text not null,
  sync_version text not null
);
create index newsletter_addresses_by_change on newsletter_addresses (changed_at, id);
create index newsletter_addresses_by_state on newsletter_addresses (state, changed_at, id);
create index newsletter_addresses_by_source on newsletter_addresses (source, changed_at, id);
create index newsletter_addresses_by_page on newsletter_addresses (page, changed_at, id);
create index newsletter_addresses_by_state_source
  on newsletter_addresses (state, source, changed_at, id);
create index newsletter_addresses_by_state_page
  on newsletter_addresses (state, page, changed_at, id);

create table newsletter_suppressions (
  address_hash text primary key,
  reason text not null,
  created_at bigint not null
);

create table newsletter_days (
  day text primary key,
  joined bigint not null,
  gone bigint not null
);

create table newsletter_confirmations (
  token_hash text primary key,
  email text not null,
  mail_id text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index newsletter_confirmations_by_email on newsletter_confirmations (email, created_at);
create index newsletter_confirmations_by_end on newsletter_confirmations (expires_at);

create table newsletter_sync (
  id text primary key,
  email text not null unique,
  version bigint not null,
  created_at bigint not null,
  attempts bigint not null,
  next_try_at bigint not null,
  leased_until bigint not null
);
create index newsletter_sync_by_time on newsletter_sync (next_try_at);

create table newsletter_sync_state (
  target text primary key,
  queued_to text not null,
  read_to text not null,
  succeeded_at bigint,
  failed_at bigint,
  failure text not null
);

-- Privacy requests, and how long records are kept.

create table privacy_cases (
  id text primary key,
  reference text not null unique,
  submission_id text unique references submissions (id) on delete cascade,
  kind text not null,
  source text not null,
  name text not null,
  email text not null,
  support_id text not null,
  status text not null,
  scope text not null,
  assignee_id text references staff (id) on delete set null,
  received_at bigint not null,
  due_at bigint not null,
  identity_at bigint,
  identity_how text not null,
  started_at bigint,
  extended_at bigint,
  extension_reason text not null,
  closed_at bigint,
  closed_by text,
  in_time bigint,
  denial_reason text not null,
  receipt text not null,
  appeal_at bigint,
  appeal_text text not null,
  appeal_decided_at bigint,
  appeal_reason text not null,
  version bigint not null,
  changed_at bigint not null default 0
);
create index privacy_cases_by_changed_at on privacy_cases (changed_at);
create index privacy_cases_by_due on privacy_cases (scope, due_at, id);
create index privacy_cases_by_closed on privacy_cases (scope, closed_at, id);
create index privacy_cases_by_done on privacy_cases (status, closed_at);
create index privacy_cases_by_email on privacy_cases (email);
create index privacy_cases_by_assignee on privacy_cases (assignee_id);
create index privacy_cases_by_appeal on privacy_cases (appeal_at, id) where appeal_at is not null;

create table privacy_log (
  id text primary key,
  case_id text not null references privacy_cases (id) on delete cascade,
  at bigint not null,
  staff_id text,
  what text not null
);
create index privacy_log_by_case on privacy_log (case_id, id);

create table privacy_letters (
  id text primary key,
  case_id text not null references privacy_cases (id) on delete cascade,
  at bigint not null,
  kind text not null,
  title text not null,
  text text not null,
  staff_id text,
  email_id text not null,
  delivered_at bigint,
  failed_at bigint,
  failure text not null
);
create index privacy_letters_by_case on privacy_letters (case_id, id);
create index privacy_letters_undelivered on privacy_letters (email_id, delivered_at)
  where delivered_at is null;

create table privacy_links (
  token_hash text primary key,
  case_id text not null references privacy_cases (id) on delete cascade,
  kind text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index privacy_links_by_case on privacy_links (case_id, kind);
create index privacy_links_by_end on privacy_links (expires_at);

create table retention_rules (
  kind text primary key,
  months bigint not null
);

create table retention_runs (
  day text primary key,
  started_at bigint not null,
  finished_at bigint,
  deleted bigint not null
);

-- Events and records for other programs.

create table webhook_endpoints (
  id text primary key,
  url text not null,
  topics text not null,
  includes_contents bigint not null,
  secret text not null,
  secret_at bigint not null,
  former_secret text,
  former_until bigint,
  created_at bigint not null,
  failing_since bigint,
  off_at bigint,
  off_reason text not null
);

create table webhook_messages (
  id text primary key,
  event text not null,
  record_id text not null,
  data text not null,
  created_at bigint not null
);
create index webhook_messages_by_age on webhook_messages (created_at);

create table webhook_deliveries (
  id text primary key,
  message_id text not null references webhook_messages (id) on delete cascade,
  endpoint_id text not null references webhook_endpoints (id) on delete cascade,
  state text not null,
  problem text not null,
  attempts bigint not null,
  created_at bigint not null,
  next_try_at bigint not null,
  leased_until bigint not null,
  try_until bigint not null,
  tried_at bigint,
  took_ms bigint,
  signature text not null,
  had_contents bigint not null,
  http_status bigint,
  answer text
);
create index webhook_deliveries_by_due on webhook_deliveries (endpoint_id, next_try_at)
  where state = 'waiting';
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_by_message on webhook_deliveries (message_id);

create table api_tokens (
  id text primary key,
  name text not null,
  token_hash text not null unique,
  ending text not null,
  scopes text not null,
  created_at bigint not null,
  created_by text not null,
  expires_at bigint not null,
  revoked_at bigint,
  last_used_at bigint,
  recorded text not null
);
