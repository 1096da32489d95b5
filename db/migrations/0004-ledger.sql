-- Double entry. Entries and postings are facts; the three tables after them are projections of the postings,
-- written in the same transaction and rebuilt from them at any time.

create table ledger_heads (
  account_id uuid primary key references accounts (account_id),
  sequence bigint not null default 0,
  hash bytea not null default '\x'
);
select make_tenant_table('ledger_heads');

create table ledger_entries (
  account_id uuid not null,
  id uuid not null,
  sequence bigint not null,
  kind text not null check (kind in ('invoice', 'invoice_change', 'void', 'write_off', 'payment', 'payment_return', 'refund',
    'credit_memo', 'credit_memo_void', 'credit_applied', 'credit_unapplied', 'late_fee', 'late_fee_waiver')),
  booked_on date not null,
  recorded_at timestamptz not null,
  customer_id uuid not null,
  source_type text not null,
  source_id uuid not null,
  reverses_id uuid,
  description text not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (account_id, id),
  unique (account_id, sequence),
  foreign key (account_id, reverses_id) references ledger_entries (account_id, id)
);
select make_tenant_table('ledger_entries');
select make_append_only('ledger_entries');
create index ledger_entries_source on ledger_entries (account_id, source_id);
create index ledger_entries_customer on ledger_entries (account_id, customer_id, sequence);

create table ledger_postings (
  account_id uuid not null,
  entry_id uuid not null,
  position smallint not null,
  ledger_account text not null check (ledger_account in
    ('receivable', 'clearing', 'sales', 'sales_tax', 'credits_given', 'customer_credit', 'unapplied', 'write_offs', 'fee_income')),
  customer_id uuid,
  invoice_id uuid,
  credit_memo_id uuid,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (account_id, entry_id, position),
  foreign key (account_id, entry_id) references ledger_entries (account_id, id),
  check ((ledger_account = 'receivable') = (invoice_id is not null)),
  check ((ledger_account = 'customer_credit') = (credit_memo_id is not null))
);
select make_tenant_table('ledger_postings');
select make_append_only('ledger_postings');
create index ledger_postings_invoice on ledger_postings (account_id, invoice_id) where invoice_id is not null;

create function check_entry_balances() returns trigger language plpgsql as $$
begin
  if exists (select 1 from ledger_postings p where p.account_id = new.account_id and p.entry_id = new.id
             group by p.currency having sum(p.amount_minor) <> 0)
     or not exists (select 1 from ledger_postings p where p.account_id = new.account_id and p.entry_id = new.id) then
    raise exception 'ledger entry % does not balance', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger entry_balances after insert on ledger_entries
  deferrable initially deferred for each row execute function check_entry_balances();

-- One row for each invoice that was ever owed.
create table receivables (
  account_id uuid not null,
  invoice_id uuid not null,
  customer_id uuid not null,
  currency text not null,
  due_date date not null,
  charged_minor bigint not null,
  remaining_minor bigint not null,
  reserved_minor bigint not null default 0,
  primary key (account_id, invoice_id),
  check (remaining_minor >= 0 and remaining_minor <= charged_minor),
  check (reserved_minor >= 0 and reserved_minor <= remaining_minor)
);
select make_tenant_table('receivables');
create index receivables_open on receivables (account_id, due_date, currency)
  include (customer_id, invoice_id, remaining_minor) where remaining_minor > 0;
create index receivables_customer on receivables (account_id, customer_id, due_date)
  include (invoice_id, remaining_minor, currency);
create index receivables_remaining on receivables (account_id, remaining_minor, invoice_id);

create table credit_balances (
  account_id uuid not null,
  credit_memo_id uuid not null,
  customer_id uuid not null,
  currency text not null,
  issued_minor bigint not null,
  remaining_minor bigint not null,
  primary key (account_id, credit_memo_id),
  check (remaining_minor >= 0 and remaining_minor <= issued_minor)
);
select make_tenant_table('credit_balances');
create index credit_balances_customer on credit_balances (account_id, customer_id);

create table customer_balances (
  account_id uuid not null,
  customer_id uuid not null,
  currency text not null,
  owed_minor bigint not null default 0 check (owed_minor >= 0),
  paid_minor bigint not null default 0,
  unapplied_minor bigint not null default 0 check (unapplied_minor >= 0),
  primary key (account_id, customer_id, currency)
);
select make_tenant_table('customer_balances');
create index customer_balances_owed on customer_balances (account_id, owed_minor);
