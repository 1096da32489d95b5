-- A write-off can be undone by an entry with the opposite postings.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('invoice', 'invoice_change', 'void',
  'write_off', 'write_off_reversal', 'payment', 'payment_return', 'refund', 'unapplied_used', 'credit_memo', 'credit_memo_void',
  'credit_applied', 'credit_unapplied', 'late_fee', 'late_fee_waiver', 'payout', 'payout_reversal'));
