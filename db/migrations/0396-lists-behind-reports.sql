-- Change of what each customer owed in a month, by the due date that the invoices have now: aging by customer as of any day without
-- the postings of all months since then.
create table customer_aging_months (
  account_id uuid not null,
  booked_month date not null,
  currency text not null,
  customer_id uuid not null,
  due_date date not null,
  owed_minor bigint not null,
  primary key (account_id, booked_month, currency, customer_id, due_date)
);
select make_tenant_table('customer_aging_months');

-- Each entry that collected money or gave it back, with what brought it: the list behind a figure of `collected_months`.
create table collected_entries (
  account_id uuid not null,
  entry_id uuid not null,
  currency text not null,
  booked_on date not null,
  source text not null,
  step_name text not null,
  collected_minor bigint not null,
  primary key (account_id, entry_id, currency)
);
select make_tenant_table('collected_entries');
create index collected_entries_listed on collected_entries (account_id, currency, source, step_name, booked_on desc, entry_id desc);

-- All sums begin again, so that the new ones hold what was booked before.
delete from report_cursors;
delete from aging_months;
delete from payment_delays;
delete from collected_months;
delete from due_date_changes;
