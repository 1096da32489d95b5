-- What payments brought in and refunds gave back, without the legs that say for which invoices: one entry a payment.
create index ledger_postings_money on ledger_postings (account_id, entry_id) include (currency, amount_minor)
  where ledger_account in ('clearing', 'fee_income');
