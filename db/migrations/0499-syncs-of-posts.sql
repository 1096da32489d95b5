-- Records that were removed in the books again, and whether a sync is over: what is posted later has a row of its own.
alter table accounting_syncs add column removed integer not null default 0;
alter table accounting_syncs add column is_over boolean not null default false;
