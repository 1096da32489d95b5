-- Credit that a customer uses before a charge, or instead of one. It is planned with the payment and used when that is
-- confirmed; a plan of a payment that ends otherwise has no effect.
create table credit_uses (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  customer_id uuid not null,
  request_id text not null,
  request_hash bytea not null,
  -- Null when credit paid everything and nothing was charged.
  payment_id uuid,
  currency text not null,
  planned_minor bigint not null check (planned_minor > 0),
  -- Less than planned when credit or invoices were settled otherwise meanwhile.
  used_minor bigint check (used_minor between 0 and planned_minor),
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, payment_id) references payments (account_id, id),
  check ((used_minor is null) = (settled_at is null)),
  check (payment_id is not null or used_minor = planned_minor)
);
select make_tenant_table('credit_uses');
create unique index credit_uses_request on credit_uses (account_id, request_id);
create unique index credit_uses_payment on credit_uses (account_id, payment_id) where payment_id is not null;
create index credit_uses_planned on credit_uses (account_id, customer_id) where settled_at is null;

create table credit_use_shares (
  account_id uuid not null references accounts (account_id),
  credit_use_id uuid not null,
  invoice_id uuid not null,
  -- Order of settlement.
  position smallint not null,
  planned_minor bigint not null check (planned_minor > 0),
  used_minor bigint not null default 0 check (used_minor between 0 and planned_minor),
  primary key (account_id, credit_use_id, invoice_id),
  foreign key (account_id, credit_use_id) references credit_uses (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
select make_tenant_table('credit_use_shares');
