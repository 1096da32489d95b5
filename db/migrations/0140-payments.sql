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
create index payments_last4 on payments (account_id, method_last4) where method_last4 <> '';
create index payments_status on payments (account_id, status, created_at desc, id desc);
create index payments_total on payments (account_id, (amount_minor + surcharge_minor), id);

-- As for invoices: numbers by their figures, not by their characters.
alter table payments add column number_key text collate "C" not null generated always as (number_key_of(number)) stored;
create index payments_number_order on payments (account_id, number_key, id);

-- How many payments the account has. Its row is locked no longer than the sequence of their numbers already is.
create table payment_counts (
  account_id uuid primary key references accounts (account_id),
  payments bigint not null
);
select make_tenant_table('payment_counts');

-- The trigram indexes are asked in here, as for invoices: row-level security keeps LIKE away from them otherwise.
-- By the payment's number, the last four figures of what it was paid with, the customer, or an invoice that it settles.
create policy search on payments for select to current_user using (true);
create policy search on payment_allocations for select to current_user using (true);
create function find_payments(pattern text, last4 text, most integer) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as
$$
  (select p.id from payments p where p.account_id = app_account() and lower(p.number) like pattern limit most)
  union
  (select p.id from payments p where p.account_id = app_account() and p.method_last4 = last4 and p.method_last4 <> '' limit most)
  union
  (select p.id from customers c join payments p on p.account_id = c.account_id and p.customer_id = c.id
   where c.account_id = app_account() and c.search_text like pattern limit most)
  union
  (select a.payment_id from invoices i join payment_allocations a on a.account_id = i.account_id and a.invoice_id = i.id
   where i.account_id = app_account() and lower(i.number) like pattern limit most)
$$;
revoke execute on function find_payments(text, text, integer) from public;
grant execute on function find_payments(text, text, integer) to quittance_app;

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
