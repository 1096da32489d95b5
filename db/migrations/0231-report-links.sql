-- Whom a company lets read what it is owed: a link for each, which it can end at any time.
create table report_links (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  recipient text not null,
  shows_customers boolean not null,
  token_hash bytea not null unique,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_by uuid references users (id),
  revoked_at timestamptz,
  times_opened integer not null default 0,
  last_opened_at timestamptz,
  primary key (account_id, id),
  check ((revoked_at is null) = (revoked_by is null)),
  check ((last_opened_at is null) = (times_opened = 0))
);
select make_tenant_table('report_links');
create index report_links_created on report_links (account_id, created_at desc, id desc);
-- Whoever presents a token sees the one row that it opens, before the account is known.
create policy presented_token on report_links for select
  using (token_hash = decode(nullif(current_setting('app.presented_token', true), ''), 'hex'));
