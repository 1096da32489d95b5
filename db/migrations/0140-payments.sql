-- How far each share of a payment was taken back, and in which order the shares were settled.
alter table payment_allocations
  add column position smallint not null default 0,
  add column reversed_minor bigint not null default 0,
  add constraint payment_allocations_reversed check (reversed_minor between 0 and amount_minor);

alter table payments
  -- When the processor was last asked to charge: only some time later does "not found" mean that it never was.
  add column called_at timestamptz,
  -- The attempt that was given up before this charge of it arrived after all.
  add column late_of uuid,
  -- The receipt is mailed once: the message that did it.
  add column receipt_message_id uuid,
  -- How much of the surcharge was given back with refunds.
  add column surcharge_refunded_minor bigint not null default 0,
  add constraint payments_surcharge_refunded check (surcharge_refunded_minor between 0 and surcharge_minor);
create index payments_number_search on payments using gin (lower(number) gin_trgm_ops);
create index payments_status on payments (account_id, status, created_at desc);

alter table refunds
  add column failure_code text,
  add column surcharge_minor bigint not null default 0 check (surcharge_minor >= 0);

alter table provider_inbox add column object text not null default 'payment' check (object in ('payment', 'refund', 'connection'));

-- First answers of the Sandbox by idempotency key: repeated with the same values, a call gets them again.
create table sandbox_replies (
  account_id uuid not null,
  idempotency_key text not null,
  request_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null,
  primary key (account_id, idempotency_key)
);
select make_tenant_table('sandbox_replies');

-- What the Sandbox has to tell by webhook, until it was taken.
create table sandbox_events (
  account_id uuid not null,
  id text not null,
  kind text not null,
  charge_ref text not null,
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, charge_ref) references sandbox_charges (account_id, ref)
);
select make_tenant_table('sandbox_events');
create index sandbox_events_waiting on sandbox_events (account_id, created_at, id) where delivered_at is null;
