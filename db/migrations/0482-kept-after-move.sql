-- What former books left open and a person kept when the account moved to other books: no books have it, so it is closed here.
alter table invoices add column kept_after_move boolean not null default false;
alter table credit_memos add column kept_after_move boolean not null default false;
