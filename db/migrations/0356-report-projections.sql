-- Sums for the reports over months, so that a chart reads some thousand rows of a company with a million invoices. They follow
-- the ledger by the sequence of its entries: a job adds what was appended, and a report adds the entries since then itself.
create table report_cursors (
  account_id uuid primary key,
  -- Sequence of the last ledger entry that is in the sums.
  sequence bigint not null
);
select make_tenant_table('report_cursors');

-- Change of what is owed in a month, by the due date that the invoices have now: aging as of the end of any month.
create table aging_months (
  account_id uuid not null,
  booked_month date not null,
  due_date date not null,
  currency text not null,
  owed_minor bigint not null,
  primary key (account_id, booked_month, due_date, currency)
);
select make_tenant_table('aging_months');

-- Money that a customer paid, by how many weeks after the due date; negative weeks are before it.
create table payment_delays (
  account_id uuid not null,
  currency text not null,
  customer_id uuid not null,
  weeks_late smallint not null,
  paid_minor bigint not null,
  primary key (account_id, currency, customer_id, weeks_late)
);
select make_tenant_table('payment_delays');

-- Money collected in a month, less refunds and returns, by what brought it.
create table collected_months (
  account_id uuid not null,
  booked_month date not null,
  currency text not null,
  source text not null check (source in ('reminder', 'portal', 'pay_link', 'automatic', 'by_hand', 'books')),
  -- Of a reminder; otherwise empty.
  step_name text not null,
  collected_minor bigint not null,
  payments bigint not null,
  primary key (account_id, booked_month, currency, source, step_name)
);
select make_tenant_table('collected_months');

-- Due dates that changed, written by the ledger, until the sums have followed.
create table due_date_changes (
  account_id uuid not null,
  invoice_id uuid not null,
  id bigint generated always as identity,
  from_date date not null,
  primary key (account_id, invoice_id, id)
);
select make_tenant_table('due_date_changes');

-- Expected in the next days.
create index promises_due on promises (account_id, promised_on) where state = 'open';
create index payment_plan_installments_due on payment_plan_installments (account_id, due_on);
create index auto_payment_notices_charge on auto_payment_notices (account_id, charge_on);
