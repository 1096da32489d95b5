-- When a record was recognized in books that the account moved to: what was entered there until then belongs to what is known of it.
alter table accounting_links add column recognized_at timestamptz;

create index accounting_posts_credit on accounting_posts (account_id) where as_credit;
