-- Money that a processor sent to the business's bank, as the processor reports it.
create table payouts (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  provider text not null,
  payout_ref text not null,
  status text not null check (status in ('on_its_way', 'paid', 'failed')),
  currency text not null,
  -- What arrives: the lines less their fees. Negative when the processor collects from the bank.
  amount_minor bigint not null,
  fee_minor bigint not null,
  arrives_on date not null,
  created_at timestamptz not null,
  -- When the processor was asked last.
  seen_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, provider, payout_ref)
);
select make_tenant_table('payouts');
create index payouts_by_arrival on payouts (account_id, arrives_on desc, id desc);

create table payout_lines (
  account_id uuid not null,
  payout_id uuid not null,
  position int not null,
  line_ref text not null,
  kind text not null check (kind in ('payment', 'refund', 'dispute', 'fee', 'other')),
  -- Null for what the business takes at the processor without us.
  payment_id uuid,
  gross_minor bigint not null,
  fee_minor bigint not null,
  at timestamptz not null,
  primary key (account_id, payout_id, position),
  foreign key (account_id, payout_id) references payouts (account_id, id)
);
select make_tenant_table('payout_lines');
create index payout_lines_by_payment on payout_lines (account_id, payment_id) where payment_id is not null;
