-- Tasks of people: calls, refused addresses, failed charges, answers of customers.
create table tasks (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  -- Names the cause, so that it opens one task.
  key text not null,
  kind text not null check (kind in ('follow_up', 'failed_charge', 'refused_address', 'answer', 'other')),
  customer_id uuid not null,
  invoice_ids uuid[] not null default '{}',
  -- The amount when the task was opened.
  currency text,
  amount_minor bigint,
  title text not null,
  reason text not null default '',
  note text not null default '',
  due_on date not null,
  -- First day on which a snoozed task is listed again.
  snoozed_until date,
  snooze_note text not null default '',
  assigned_to uuid,
  -- The task ends by itself when its invoices are settled.
  ends_when_settled boolean not null,
  status text not null default 'open' check (status in ('open', 'done')),
  -- Null when the task ended by itself.
  done_by uuid,
  done_at timestamptz,
  outcome text not null default '',
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, key),
  foreign key (account_id, customer_id) references customers (account_id, id),
  check ((currency is null) = (amount_minor is null)),
  check ((status = 'done') = (done_at is not null))
);
select make_tenant_table('tasks');
-- The list in its order, and the number of due tasks.
create index tasks_open on tasks (account_id, coalesce(snoozed_until, due_on), id) where status = 'open';
create index tasks_done on tasks (account_id, done_at desc, id desc) where status = 'done';
create index tasks_customer on tasks (account_id, customer_id, status);
create index tasks_invoices on tasks using gin (invoice_ids);

-- Steps of reminder flows that email the customer, open a task, or email members of the account.
alter table reminder_steps add column kind text not null default 'email' check (kind in ('email', 'task', 'staff_note'));
-- Liquid text of a task or of a note to staff.
alter table reminder_steps add column text text not null default '';
-- Recipients of a note, or who a task is assigned to.
alter table reminder_steps add column members uuid[] not null default '{}';
alter table reminder_steps alter column template_id drop not null;
alter table reminder_steps add constraint reminder_steps_template_check check ((kind = 'email') = (template_id is not null));

-- A step that opened a task has its id instead of a message's.
alter table reminder_outcomes add column task_id uuid;
alter table reminder_decisions add column task_id uuid;
alter table reminder_outcomes drop constraint reminder_outcomes_check1;
alter table reminder_outcomes add constraint reminder_outcomes_sent_check
  check ((outcome = 'sent') = (message_id is not null or task_id is not null));
