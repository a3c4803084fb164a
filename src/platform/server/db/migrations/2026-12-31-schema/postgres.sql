-- The audit log is append-only for every client of the database.
create function audit_log_is_append_only() returns trigger language plpgsql as $$
  begin raise exception 'The audit log is append-only.'; end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function audit_log_is_append_only();

create function conversation_originals_follow_emails() returns trigger language plpgsql as $$
  begin
    if old.raw_file is not null then
      insert into file_removals (path, due_at) values (old.raw_file, 0) on conflict do nothing;
    end if;
    return null;
  end $$;
create trigger conversation_originals_follow_emails after delete on conversation_inbound_emails
  for each row execute function conversation_originals_follow_emails();

-- Prefix searches need byte order, regardless of the database's locale.
alter table newsletter_addresses alter column email type text collate "C";

-- The search indexes. They can be rebuilt from the records, so backups leave them out. Without
-- fastupdate = off, every search would scan the list of pending entries.
create table case_words (
  number bigint primary key references cases (number) on delete cascade,
  words tsvector not null
);
create index case_words_by_word on case_words using gin (words) with (fastupdate = off);
create table application_words (
  number bigint primary key references applications (number) on delete cascade,
  words tsvector not null
);
create index application_words_by_word on application_words
  using gin (words) with (fastupdate = off);
