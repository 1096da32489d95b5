-- Statements that were issued: what a customer owed in one currency for a period, as it was sent.
alter table number_sequences drop constraint number_sequences_kind_check;
alter table number_sequences add constraint number_sequences_kind_check
  check (kind in ('invoice', 'credit_memo', 'payment', 'statement'));

-- How an account sends statements by itself.
create table statement_settings (
  account_id uuid primary key references accounts (account_id),
  kind text not null default 'open_item' check (kind in ('open_item', 'balance_forward')),
  -- Day of the month, 31 for the last one; null while none are sent.
  send_day smallint check (send_day between 1 and 31),
  send_hour smallint not null default 9 check (send_hour between 0 and 23),
  only_open boolean not null default true,
  -- First day of the schedule: statements of sendings before it are not made up for.
  on_since date,
  check ((send_day is null) = (on_since is null))
);
select make_tenant_table('statement_settings');

-- Sending the statements of one period to many customers, by schedule or by a person.
create table statement_runs (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  source text not null check (source in ('schedule', 'staff')),
  kind text not null check (kind in ('open_item', 'balance_forward')),
  period_from date not null,
  period_to date not null,
  only_open boolean not null,
  state text not null check (state in ('running', 'done', 'failed', 'canceled')),
  -- Customers are taken in the order of their ids; a run that was interrupted goes on after this one.
  after_customer uuid,
  customers_total integer not null,
  customers_done integer not null default 0,
  sent_count integer not null default 0,
  failed_count integer not null default 0,
  failure text,
  created_by uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id),
  check (period_from <= period_to)
);
select make_tenant_table('statement_runs');
-- The schedule sends a period once. A person does not start one that is being sent.
create unique index statement_runs_scheduled on statement_runs (account_id, period_to) where source = 'schedule';
create unique index statement_runs_running on statement_runs (account_id, kind, period_from, period_to)
  where source = 'staff' and state = 'running';

create table statements (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  customer_id uuid not null,
  currency text not null,
  kind text not null check (kind in ('open_item', 'balance_forward')),
  period_from date not null,
  period_to date not null,
  number text not null,
  -- When the ledger was read.
  closed_at timestamptz not null,
  opening_minor bigint not null,
  closing_minor bigint not null,
  owed_minor bigint not null check (owed_minor >= 0),
  overdue_minor bigint not null check (overdue_minor between 0 and owed_minor),
  open_count integer not null,
  file_id uuid not null,
  run_id uuid,
  -- The first address that it went to, and the last messages; null for one that nobody was sent.
  to_address text,
  mail_ids uuid[] not null default '{}',
  sent_at timestamptz,
  -- The member of the account who sent it; null for the schedule.
  issued_by uuid,
  primary key (account_id, id),
  -- Never two for a period.
  unique (account_id, customer_id, currency, kind, period_from, period_to),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, run_id) references statement_runs (account_id, id),
  check (period_from <= period_to),
  check ((sent_at is null) = (to_address is null))
);
select make_tenant_table('statements');
create unique index statements_number on statements (account_id, number);
create index statements_closed on statements (account_id, closed_at desc, id desc);
