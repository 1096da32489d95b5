-- What a day's entries come to in each currency, kept with the entries: a report over a year reads some hundred rows,
-- however many invoices a company has. The fourth projection of the ledger, rebuilt from its postings like the others.
create table ledger_days (
  account_id uuid not null,
  booked_on date not null,
  currency text not null,
  invoiced_minor bigint not null,
  collected_minor bigint not null,
  owed_minor bigint not null,
  primary key (account_id, booked_on, currency)
);
select make_tenant_table('ledger_days');

-- What was booked before. Whoever migrates may be bound by the policies of the tables that they own.
alter table ledger_entries no force row level security;
alter table ledger_postings no force row level security;
alter table ledger_days no force row level security;
insert into ledger_days (account_id, booked_on, currency, invoiced_minor, collected_minor, owed_minor)
select account_id, booked_on, currency, invoiced, collected, owed from (
  select e.account_id, e.booked_on, p.currency,
    coalesce(-sum(p.amount_minor) filter (where p.ledger_account in ('sales', 'sales_tax')), 0) as invoiced,
    coalesce(sum(p.amount_minor) filter (where p.ledger_account in ('clearing', 'fee_income')), 0) as collected,
    coalesce(sum(p.amount_minor) filter (where p.ledger_account = 'receivable'), 0) as owed
  from ledger_entries e join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
  group by 1, 2, 3) d
where invoiced <> 0 or collected <> 0 or owed <> 0;
alter table ledger_days force row level security;
alter table ledger_postings force row level security;
alter table ledger_entries force row level security;
