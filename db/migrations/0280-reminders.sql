-- Reminders of invoices: flows of steps, the messages that they send, and what was decided about each step.
alter table customer_groups add column reminders_on boolean not null default true;
-- ISO 3166 code of the country whose public holidays hold reminders; null for none.
alter table accounts add column holiday_country text check (holiday_country ~ '^[A-Z]{2}$');

-- A message that is not tried again after an attempt with an unknown outcome, and one that was canceled before it left.
alter table mail_messages add column at_most_once boolean not null default false;
alter table mail_messages drop constraint mail_messages_status_check;
alter table mail_messages add constraint mail_messages_status_check
  check (status in ('queued', 'sending', 'sent', 'failed', 'unknown', 'canceled'));

create table reminder_templates (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  name text not null,
  -- Liquid texts.
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, name)
);
select make_tenant_table('reminder_templates');

create table reminder_flows (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  name text not null,
  -- Customers of the flow's groups, or every customer whose group has no flow.
  covers text not null check (covers in ('groups', 'everyone_else')),
  -- The definition that is being edited; null when it equals the live one.
  draft jsonb,
  -- Counts changes, so that two people who edit at once do not overwrite each other.
  revision integer not null default 1,
  live_version integer,
  -- The flow sends nothing for days before this one of the account's calendar. Null while it is off.
  on_since date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, name),
  check (live_version is not null or draft is not null),
  check (live_version is not null or on_since is null)
);
select make_tenant_table('reminder_flows');
create unique index reminder_flows_default on reminder_flows (account_id) where covers = 'everyone_else' and on_since is not null;

create table reminder_flow_groups (
  account_id uuid not null,
  group_id uuid not null,
  flow_id uuid not null,
  primary key (account_id, group_id),
  foreign key (account_id, group_id) references customer_groups (account_id, id) on delete cascade,
  foreign key (account_id, flow_id) references reminder_flows (account_id, id) on delete cascade
);
select make_tenant_table('reminder_flow_groups');
create index reminder_flow_groups_flow on reminder_flow_groups (account_id, flow_id);

create table reminder_flow_versions (
  account_id uuid not null,
  flow_id uuid not null,
  version integer not null,
  definition jsonb not null,
  published_at timestamptz not null,
  published_by uuid,
  primary key (account_id, flow_id, version),
  foreign key (account_id, flow_id) references reminder_flows (account_id, id) on delete cascade
);
select make_tenant_table('reminder_flow_versions');

-- The steps of the live versions, for the query that finds what is due.
create table reminder_steps (
  account_id uuid not null,
  id text not null,
  flow_id uuid not null,
  position integer not null,
  name text not null,
  anchor text not null check (anchor in ('invoice_date', 'due_date')),
  offset_days integer not null,
  hour integer not null check (hour between 0 and 23),
  template_id uuid not null,
  repeat_days integer not null,
  repeat_times integer not null,
  min_remaining_minor bigint not null,
  attach_pdf boolean not null,
  copies text[] not null,
  gap_days integer not null,
  primary key (account_id, flow_id, id),
  foreign key (account_id, flow_id) references reminder_flows (account_id, id) on delete cascade,
  foreign key (account_id, template_id) references reminder_templates (account_id, id)
);
select make_tenant_table('reminder_steps');
create index reminder_steps_template on reminder_steps (account_id, template_id);

-- One email to one customer: all its invoices that reached a step together.
create table reminder_messages (
  account_id uuid not null,
  -- Also the id of the message in mail_messages, which are deleted after a while.
  id uuid not null,
  customer_id uuid not null,
  step_id text not null,
  flow_id uuid not null,
  step_name text not null,
  invoice_ids uuid[] not null,
  -- The message and its copies in mail_messages.
  mail_ids uuid[] not null,
  currency text not null,
  remaining_minor bigint not null,
  to_address text not null,
  subject text not null,
  sent_on date not null,
  sent_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select make_tenant_table('reminder_messages');
create index reminder_messages_sent on reminder_messages (account_id, sent_at desc, id desc);
create index reminder_messages_mails on reminder_messages using gin (mail_ids);
create index reminder_messages_customer on reminder_messages (account_id, customer_id, sent_on desc);

-- What became of each step for each invoice. The key is what keeps a step from being sent twice.
create table reminder_outcomes (
  account_id uuid not null,
  invoice_id uuid not null,
  step_id text not null,
  occurrence integer not null,
  customer_id uuid not null,
  flow_id uuid not null,
  step_name text not null,
  scheduled_on date not null,
  outcome text not null check (outcome in ('sent', 'held', 'skipped')),
  reason text,
  -- First day on which a held step is looked at again because of the calendar; null when it waits for something else.
  held_until date,
  message_id uuid,
  decided_at timestamptz not null,
  primary key (account_id, invoice_id, step_id, occurrence),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  check ((outcome = 'sent') = (reason is null)),
  check ((outcome = 'sent') = (message_id is not null))
);
select make_tenant_table('reminder_outcomes');
create index reminder_outcomes_held on reminder_outcomes (account_id, customer_id) where outcome = 'held';

-- Every decision, in order: why a message was sent, held or skipped on a day.
create table reminder_decisions (
  account_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  step_id text not null,
  occurrence integer not null,
  step_name text not null,
  scheduled_on date not null,
  decided_on date not null,
  outcome text not null,
  reason text,
  held_until date,
  message_id uuid,
  decided_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
select make_tenant_table('reminder_decisions');
select make_append_only('reminder_decisions');
create index reminder_decisions_invoice on reminder_decisions (account_id, invoice_id, decided_at desc);

-- Pauses by a person. `until` is the first day on which reminders go out again.
create table reminder_pauses (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  scope text not null check (scope in ('flow', 'customer', 'invoice')),
  subject_id uuid not null,
  until date,
  note text not null,
  paused_by uuid,
  paused_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, scope, subject_id)
);
select make_tenant_table('reminder_pauses');
