-- Rehearsals: what a flow would have sent over past months or would send over the next weeks. Nothing of it leaves.
create table reminder_rehearsals (
  account_id uuid not null,
  id uuid not null,
  flow_id uuid not null,
  -- The version that is played, and the live one that it is compared with.
  definition jsonb not null,
  live jsonb,
  period text not null check (period in ('past', 'future')),
  from_day date not null,
  until_day date not null,
  state text not null check (state in ('running', 'done', 'failed')),
  -- Customers are played in the order of their ids; a run that was interrupted goes on after this one.
  after_customer uuid,
  customers_total integer not null,
  customers_done integer not null default 0,
  invoices_count integer not null default 0,
  live_messages integer not null default 0,
  live_held integer not null default 0,
  failure text,
  created_by uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id),
  unique (account_id, flow_id),
  foreign key (account_id, flow_id) references reminder_flows (account_id, id) on delete cascade
);
select make_tenant_table('reminder_rehearsals');

-- A message that would have been sent, or a step that would have been held or skipped.
create table reminder_rehearsed (
  account_id uuid not null,
  rehearsal_id uuid not null,
  id uuid not null,
  day date not null,
  hour integer not null,
  customer_id uuid not null,
  step_id text not null,
  step_name text not null,
  outcome text not null check (outcome in ('sent', 'held', 'skipped')),
  reason text,
  held_until date,
  scheduled_on date not null,
  -- True when its longest due invoice was past due on the day.
  is_past_due boolean not null,
  currency text not null,
  remaining_minor bigint not null,
  -- [{ id, number, dueDate, invoiceDate, total, remaining, occurrence }], the longest due first.
  invoices jsonb not null,
  primary key (account_id, rehearsal_id, id),
  foreign key (account_id, rehearsal_id) references reminder_rehearsals (account_id, id) on delete cascade
);
select make_tenant_table('reminder_rehearsed');
create index reminder_rehearsed_days on reminder_rehearsed (account_id, rehearsal_id, outcome, day, id);
