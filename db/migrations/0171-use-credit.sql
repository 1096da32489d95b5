-- What a payment left over may settle invoices later: an entry of its own kind, since no money arrives with it.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('invoice', 'invoice_change', 'void',
  'write_off', 'payment', 'payment_return', 'refund', 'unapplied_used', 'credit_memo', 'credit_memo_void', 'credit_applied',
  'credit_unapplied', 'late_fee', 'late_fee_waiver'));
-- Each time that somebody asked for it, so that the same request settles once. Without a foreign key to the payment: its
-- check would share-lock the payment before the invoices are locked, and two requests would wait for each other.
create table payment_uses (
  account_id uuid not null,
  payment_id uuid not null,
  request_id text not null,
  request_hash bytea not null,
  created_at timestamptz not null,
  primary key (account_id, request_id)
);
select make_tenant_table('payment_uses');
create index payment_uses_payment on payment_uses (account_id, payment_id);
