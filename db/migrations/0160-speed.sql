-- What is owed, in the order in which it falls due: a list of open invoices reads as many rows as it shows, not all that
-- were settled before them. The columns behind the order answer sums without a look at the table.
drop index receivables_open;
create index receivables_open on receivables (account_id, due_date, invoice_id)
  include (currency, customer_id, remaining_minor) where remaining_minor > 0;

-- What is being paid right now, of a million invoices a handful.
create index receivables_reserved on receivables (account_id) include (currency, reserved_minor) where reserved_minor > 0;

-- Who owes anything.
create index customer_balances_owing on customer_balances (account_id, currency) include (customer_id, owed_minor)
  where owed_minor > 0;

-- When money came in and went out again.
create index ledger_entries_money on ledger_entries (account_id, recorded_at) include (id)
  where kind in ('payment', 'payment_return', 'refund');
