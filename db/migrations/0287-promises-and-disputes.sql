-- Promises to pay and disputes: answers of customers about an invoice, made by themselves or recorded by staff.
create table promises (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  invoice_id uuid not null,
  customer_id uuid not null,
  -- Last day on which the promise can be kept.
  promised_on date not null,
  -- Null for everything that is owed.
  amount_minor bigint check (amount_minor > 0),
  -- Owed when the promise was made.
  owed_minor bigint not null check (owed_minor > 0),
  note text not null default '',
  source text not null check (source in ('pay_link', 'portal', 'staff')),
  -- The member of the account who recorded it; null for the customer.
  recorded_by uuid,
  state text not null default 'open' check (state in ('open', 'kept', 'broken', 'withdrawn')),
  -- Null when it ended by itself.
  ended_by uuid,
  ended_at timestamptz,
  outcome text not null default '',
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  check ((state = 'open') = (ended_at is null)),
  check (amount_minor <= owed_minor),
  check ((source = 'staff') = (recorded_by is not null))
);
select make_tenant_table('promises');
-- One at a time.
create unique index promises_open on promises (account_id, invoice_id) where state = 'open';
create index promises_invoice on promises (account_id, invoice_id, created_at desc);

create table disputes (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  invoice_id uuid not null,
  customer_id uuid not null,
  reason text not null check (reason in ('wrong_amount', 'not_received', 'already_paid', 'other')),
  text text not null,
  -- Null for the whole invoice.
  amount_minor bigint check (amount_minor > 0),
  source text not null check (source in ('pay_link', 'portal', 'staff')),
  -- The member of the account who recorded it; null for the customer.
  recorded_by uuid,
  state text not null default 'open' check (state in ('open', 'resolved')),
  -- Null when it ended by itself.
  resolved_by uuid,
  resolved_at timestamptz,
  resolution text not null default '',
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  check ((state = 'open') = (resolved_at is null)),
  check ((source = 'staff') = (recorded_by is not null))
);
select make_tenant_table('disputes');
create unique index disputes_open on disputes (account_id, invoice_id) where state = 'open';
create index disputes_invoice on disputes (account_id, invoice_id, created_at desc);

-- Answers that the account's customers can give by themselves.
alter table accounts add column customers_may_promise boolean not null default true;
alter table accounts add column customers_may_dispute boolean not null default true;
-- Days ahead that a customer can promise.
alter table accounts add column promise_max_days integer not null default 30 check (promise_max_days between 1 and 180);
