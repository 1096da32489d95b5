-- The plan that an account bought, as the seller of plans last reported it. The account's own row has what every page shows.
alter table accounts
  -- Null before a plan was chosen: then nothing is reduced.
  add column plan text check (plan in ('SOLE_PROPRIETOR', 'SMALL_BUSINESS', 'ENTERPRISE', 'ACCOUNTING_EDITION')),
  -- Set by the operator; null decides by what the account does.
  add column plan_group text check (plan_group in ('BUSINESS_OWNER', 'PRO_ADVISOR', 'ACCOUNTANT', 'ACCOUNTANT_CLIENT')),
  -- True while the status is kept by billing, which an installation can turn off. False: the operator decides.
  add column is_billed boolean not null default false,
  -- Subscription and card at the seller of plans; null without one.
  add column billing jsonb check (jsonb_typeof(billing) = 'object'),
  add column canceled_at timestamptz,
  -- The operator stopped the account: its people see the settings only, and nothing is sent or charged by itself.
  add column blocked boolean not null default false,
  -- Messages of the operator to the account's people.
  add column account_messages jsonb not null default '[]' check (jsonb_typeof(account_messages) = 'array');

-- True for caps that came with a plan. An operator's own cap stays when the plan changes.
alter table plan_quotas add column from_plan boolean not null default false;

create table plan_subscriptions (
  account_id uuid primary key references accounts (account_id),
  provider text not null check (provider in ('sandbox', 'stripe')),
  -- The account as a customer of the seller of plans.
  customer_ref text not null,
  -- Null before the first subscription.
  subscription_ref text,
  period_ends_at timestamptz,
  ends_with_period boolean not null default false,
  unpaid_ref text,
  unpaid_minor bigint,
  -- Reads begun and the one that was written last. A read that began before the written one is dropped.
  reads_begun integer not null default 0,
  reads_written integer not null default 0,
  check ((unpaid_ref is null) = (unpaid_minor is null))
);
select make_tenant_table('plan_subscriptions');

-- Invoices from Quittance to the account.
create table plan_invoices (
  account_id uuid not null references accounts (account_id),
  ref text not null,
  number text not null,
  status text not null check (status in ('open', 'paid', 'uncollectible', 'void')),
  description text not null,
  amount_minor bigint not null,
  currency text not null,
  issued_at timestamptz not null,
  -- The seller's page of the invoice.
  url text,
  primary key (account_id, ref)
);
select make_tenant_table('plan_invoices');
