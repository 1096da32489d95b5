-- What an import did outlives its file: none is named once the file has had its time.
alter table import_runs alter file_id drop not null;
-- Asked once a minute for each account.
create index import_runs_with_file on import_runs (account_id, created_at) where file_id is not null;
