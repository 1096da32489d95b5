create table stored_methods (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  customer_id uuid not null,
  provider text not null,
  provider_token_sealed bytea not null,
  type text not null check (type in ('credit_card', 'e_check', 'paypal')),
  brand text not null default '',
  last_4_digits text not null default '',
  expiration_year integer,
  expiration_month integer,
  auto_payments boolean not null default false,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select make_tenant_table('stored_methods');
create index stored_methods_customer on stored_methods (account_id, customer_id) where removed_at is null;

create table payments (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  number text not null,
  customer_id uuid not null,
  request_id text not null,
  request_hash bytea not null,
  channel text not null check (channel in ('portal', 'pay_link', 'staff', 'auto')),
  type text not null check (type in ('credit_card', 'e_check', 'paypal', 'check', 'bank_transfer', 'cash', 'other')),
  provider text not null,
  provider_ref text,
  status text not null check (status in ('input', 'waiting', 'preauth', 'confirmed', 'rejected', 'refunded', 'error')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  surcharge_minor bigint not null default 0 check (surcharge_minor >= 0),
  captured_minor bigint not null default 0 check (captured_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  unapplied_minor bigint not null default 0 check (unapplied_minor >= 0),
  method_brand text not null default '',
  method_last4 text not null default '',
  method_expiration_year integer,
  method_expiration_month integer,
  stored_method_id uuid,
  store_method boolean not null default false,
  enable_auto_payments boolean not null default false,
  reference text not null default '',
  received_on date,
  next_step jsonb,
  failure_code text,
  failure_message text,
  next_check_at timestamptz,
  check_count integer not null default 0,
  posted_at timestamptz,
  posted_by uuid,
  created_by uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (account_id, id),
  unique (account_id, request_id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, stored_method_id) references stored_methods (account_id, id),
  check (refunded_minor <= captured_minor)
);
select make_tenant_table('payments');
create unique index payments_number on payments (account_id, number);
create unique index payments_provider_ref on payments (account_id, provider, provider_ref) where provider_ref is not null;
create index payments_created on payments (account_id, created_at desc, id desc);
create index payments_customer on payments (account_id, customer_id, created_at desc);
create index payments_to_check on payments (account_id, next_check_at) where next_check_at is not null;

create table payment_allocations (
  account_id uuid not null,
  payment_id uuid not null,
  invoice_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('reserved', 'applied', 'released', 'reversed')),
  primary key (account_id, payment_id, invoice_id),
  foreign key (account_id, payment_id) references payments (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
select make_tenant_table('payment_allocations');
create index payment_allocations_invoice on payment_allocations (account_id, invoice_id);

create table payment_events (
  account_id uuid not null,
  payment_id uuid not null,
  position integer not null,
  from_status text,
  to_status text not null,
  cause text not null,
  at timestamptz not null,
  primary key (account_id, payment_id, position),
  foreign key (account_id, payment_id) references payments (account_id, id)
);
select make_tenant_table('payment_events');
select make_append_only('payment_events');

create table refunds (
  account_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  request_id text not null,
  request_hash bytea not null,
  status text not null check (status in ('waiting', 'confirmed', 'rejected')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null default '',
  provider_ref text,
  failure_message text,
  next_check_at timestamptz,
  check_count integer not null default 0,
  created_by uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (account_id, id),
  unique (account_id, request_id),
  foreign key (account_id, payment_id) references payments (account_id, id)
);
select make_tenant_table('refunds');
create index refunds_payment on refunds (account_id, payment_id);
create index refunds_to_check on refunds (account_id, next_check_at) where next_check_at is not null;

-- What processors tell, stored before it is answered, each event once.
create table provider_inbox (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  provider text not null,
  event_id text not null,
  kind text not null,
  object_ref text not null,
  raw_body bytea not null,
  status text not null default 'new' check (status in ('new', 'done', 'skipped', 'dead')),
  attempts integer not null default 0,
  last_error text,
  received_at timestamptz not null,
  handled_at timestamptz,
  primary key (account_id, id),
  unique (account_id, provider, event_id)
);
select make_tenant_table('provider_inbox');
create index provider_inbox_new on provider_inbox (account_id, received_at) where status = 'new';

-- The Sandbox's own books: what its "bank" knows. The product reads them only through the payment port.
create table sandbox_charges (
  account_id uuid not null,
  ref text not null,
  our_id text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  type text not null,
  status text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  reason text,
  method jsonb not null,
  stored_token text,
  settle_at timestamptz,
  settle_as text,
  reply_lost boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, ref),
  unique (account_id, idempotency_key),
  unique (account_id, our_id)
);
select make_tenant_table('sandbox_charges');
create index sandbox_charges_settling on sandbox_charges (account_id, settle_at) where settle_at is not null;

create table sandbox_refunds (
  account_id uuid not null,
  ref text not null,
  charge_ref text not null,
  our_id text not null,
  idempotency_key text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  primary key (account_id, ref),
  unique (account_id, idempotency_key),
  foreign key (account_id, charge_ref) references sandbox_charges (account_id, ref)
);
select make_tenant_table('sandbox_refunds');

create table sandbox_methods (
  account_id uuid not null,
  token text not null,
  customer_ref text not null,
  method jsonb not null,
  behaviour text not null,
  created_at timestamptz not null,
  primary key (account_id, token)
);
select make_tenant_table('sandbox_methods');
