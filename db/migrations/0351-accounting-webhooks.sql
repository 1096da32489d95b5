-- The account that reads a company's books, so that a webhook finds it before a tenant is known.
create table accounting_companies (
  -- SHA-256 of platform and company.
  company_hash bytea not null,
  account_id uuid not null,
  primary key (company_hash, account_id)
);
alter table accounting_connections no force row level security;
insert into accounting_companies (company_hash, account_id)
  select sha256(convert_to(provider || '|' || remote_id, 'UTF8')), account_id from accounting_connections where status = 'connected';
alter table accounting_connections force row level security;

-- Who presents a company's hash finds its accounts. An account adds and removes itself only.
alter table accounting_companies enable row level security;
alter table accounting_companies force row level security;
create policy presented_token on accounting_companies for select
  using (company_hash = decode(nullif(current_setting('app.presented_token', true), ''), 'hex') or account_id = app_account());
create policy own on accounting_companies for insert with check (account_id = app_account());
create policy own_end on accounting_companies for delete using (account_id = app_account());
grant select, insert, delete on accounting_companies to quittance_app;

-- Messages of platforms, stored before they are answered, each once. They only say what to read.
create table accounting_inbox (
  account_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  event_id text not null,
  kind text not null check (kind in ('customer', 'invoice', 'credit_memo', 'payment', 'other')),
  operation text not null check (operation in ('changed', 'deleted', 'merged')),
  remote_id text not null,
  -- The record that was merged into this one.
  merged_from text,
  -- The message as it came, as far as it is about this company.
  raw_event text not null,
  received_at timestamptz not null,
  -- Null until a sync that began later has read what changed.
  handled_at timestamptz,
  primary key (account_id, id),
  unique (account_id, connection_id, event_id),
  foreign key (account_id, connection_id) references accounting_connections (account_id, id)
);
select make_tenant_table('accounting_inbox');
create index accounting_inbox_new on accounting_inbox (account_id, connection_id, received_at) where handled_at is null;
create index accounting_inbox_handled on accounting_inbox (account_id, handled_at) where handled_at is not null;
