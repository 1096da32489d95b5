-- The instant as of which a platform was last read completely: the end of a sync of changes, the beginning of a full reading.
alter table accounting_connections add column fresh_at timestamptz;
alter table accounting_connections no force row level security;
update accounting_connections set fresh_at = last_sync_at where last_sync_at is not null;
alter table accounting_connections force row level security;
