-- The audit log is append-only for every client of the database.
create trigger audit_log_has_no_update before update on audit_log
  begin select raise(abort, 'The audit log is append-only.'); end;
create trigger audit_log_has_no_delete before delete on audit_log
  begin select raise(abort, 'The audit log is append-only.'); end;
create trigger audit_log_has_no_replace before insert on audit_log
  when exists (select 1 from audit_log where id = new.id or rowid = new.rowid)
  begin select raise(abort, 'The audit log is append-only.'); end;

create trigger conversation_originals_follow_emails after delete on conversation_inbound_emails
  when old.raw_file is not null
  begin insert or ignore into file_removals (path, due_at) values (old.raw_file, 0); end;

-- The search indexes. They can be rebuilt from the records, so backups leave them out.
create virtual table case_words using fts5 (
  words, content='', contentless_delete=1, detail=none, prefix='1 2 3',
  tokenize='unicode61 remove_diacritics 0'
);
create trigger case_words_follow_cases after delete on cases
  begin delete from case_words where rowid = old.number; end;
create virtual table application_words using fts5 (
  words, content='', contentless_delete=1, detail=none, prefix='1 2 3',
  tokenize='unicode61 remove_diacritics 0'
);
create trigger application_words_follow_applications after delete on applications
  when old.number is not null
  begin delete from application_words where rowid = old.number; end;
