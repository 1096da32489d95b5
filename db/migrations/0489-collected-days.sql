-- The list behind what was collected in some days, whatever brought it.
create index collected_entries_booked on collected_entries (account_id, currency, booked_on desc, entry_id desc)
  include (collected_minor);

-- The dashboard adds up the ledger's days instead.
drop index ledger_entries_money;

-- A payout moves money between the company's accounts. It was counted as money given back, by 'books'.
alter table collected_months no force row level security;
alter table collected_entries no force row level security;
alter table ledger_entries no force row level security;
update collected_months m set collected_minor = m.collected_minor - p.minor
  from (
    select c.account_id, date_trunc('month', c.booked_on)::date as booked_month, c.currency, c.source, c.step_name,
      sum(c.collected_minor) as minor
    from collected_entries c join ledger_entries e on e.account_id = c.account_id and e.id = c.entry_id
    where e.kind in ('payout', 'payout_reversal') group by 1, 2, 3, 4, 5
  ) p
  where m.account_id = p.account_id and m.booked_month = p.booked_month and m.currency = p.currency and m.source = p.source
    and m.step_name = p.step_name;
delete from collected_entries c using ledger_entries e
  where e.account_id = c.account_id and e.id = c.entry_id and e.kind in ('payout', 'payout_reversal');
alter table ledger_entries force row level security;
alter table collected_entries force row level security;
alter table collected_months force row level security;
