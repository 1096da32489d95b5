-- The list behind what was invoiced adds up the sales of each entry from the index alone. No statement used the index of money's legs
-- any more.
create index ledger_postings_sales on ledger_postings (account_id, entry_id) include (currency, amount_minor)
  where ledger_account in ('sales', 'sales_tax');
drop index ledger_postings_money;
