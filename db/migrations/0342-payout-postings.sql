-- Payouts are booked: from clearing to the bank, with the processor's fees. They belong to no customer.
alter table ledger_entries alter column customer_id drop not null;
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('invoice', 'invoice_change', 'void',
  'write_off', 'payment', 'payment_return', 'refund', 'unapplied_used', 'credit_memo', 'credit_memo_void', 'credit_applied',
  'credit_unapplied', 'late_fee', 'late_fee_waiver', 'payout', 'payout_reversal'));
alter table ledger_entries add constraint ledger_entries_customer_check
  check ((customer_id is null) = (kind in ('payout', 'payout_reversal')));
alter table ledger_postings drop constraint ledger_postings_ledger_account_check;
alter table ledger_postings add constraint ledger_postings_ledger_account_check check (ledger_account in ('receivable', 'clearing',
  'sales', 'sales_tax', 'credits_given', 'customer_credit', 'unapplied', 'write_offs', 'fee_income', 'late_fee_income',
  'plan_fee_income', 'bank', 'processor_fees', 'currency_exchange'));

-- A line's amount in the currency of its payment, where that is not the payout's.
alter table payout_lines add column own_minor bigint;
alter table payout_lines add column own_currency text;
alter table payout_lines add constraint payout_lines_own_check check ((own_minor is null) = (own_currency is null));

-- The entry that books the payout now; null before it arrives, after it failed, and where it holds no payment of ours.
alter table payouts add column entry_id uuid;
-- False until the ledger says of the payout what its processor reports.
alter table payouts add column is_booked boolean not null default false;
create index payouts_to_book on payouts (account_id, arrives_on) where not is_booked;
