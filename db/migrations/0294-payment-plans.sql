-- Payment plans: open invoices of a customer that are paid in installments. Installments are as agreed; what is settled of
-- them follows from the receivables, so that money has one record.
create table payment_plans (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  customer_id uuid not null,
  currency text not null,
  state text not null check (state in ('proposed', 'confirmed', 'defaulted', 'completed', 'canceled')),
  -- Counts changes, so that nobody confirms or overwrites another proposal than the one they saw.
  revision integer not null default 1,
  -- Made by the company, or chosen by the customer within its policy.
  origin text not null check (origin in ('staff', 'customer')),
  -- What the invoices owed when the plan was made.
  total_minor bigint not null check (total_minor > 0),
  -- Text of the company to the customer.
  message text not null default '',
  -- The customer wants each installment charged with their method for automatic payments.
  charges_itself boolean not null default false,
  -- Last day on which a proposal can be confirmed.
  expires_on date not null,
  sent_at timestamptz,
  -- Who confirmed it, when and from where, and the text that they agreed to.
  confirmed_at timestamptz,
  confirmed_by text not null default '',
  confirmed_via text check (confirmed_via in ('link', 'portal', 'pay_link', 'staff')),
  confirmed_ip text,
  confirmed_agent text,
  agreement_text text not null default '',
  agreement_file_id uuid,
  defaulted_at timestamptz,
  ended_at timestamptz,
  ended_because text not null default '',
  -- The member of the account who proposed it; null for the customer.
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  check ((state in ('completed', 'canceled')) = (ended_at is not null)),
  check (state not in ('confirmed', 'defaulted', 'completed') or confirmed_at is not null),
  check ((confirmed_at is null) = (confirmed_via is null))
);
select make_tenant_table('payment_plans');
create index payment_plans_live on payment_plans (account_id, state, id) where state in ('proposed', 'confirmed', 'defaulted');
create index payment_plans_list on payment_plans (account_id, created_at desc, id desc);
create index payment_plans_customer on payment_plans (account_id, customer_id, created_at desc);
create index payment_plans_ended on payment_plans (account_id, ended_at desc) where state = 'completed';

-- Invoices in the order in which installments cover them.
create table payment_plan_invoices (
  account_id uuid not null,
  plan_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  -- Remaining and charged when the plan was made.
  planned_minor bigint not null check (planned_minor > 0),
  charged_minor bigint not null,
  -- False once the plan has ended.
  is_live boolean not null default true,
  primary key (account_id, plan_id, invoice_id),
  foreign key (account_id, plan_id) references payment_plans (account_id, id) on delete cascade,
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
select make_tenant_table('payment_plan_invoices');
-- One live plan at a time.
create unique index payment_plan_invoices_live on payment_plan_invoices (account_id, invoice_id) where is_live;
create index payment_plan_invoices_invoice on payment_plan_invoices (account_id, invoice_id);

create table payment_plan_installments (
  account_id uuid not null,
  plan_id uuid not null,
  id uuid not null,
  number integer not null check (number between 1 and 60),
  due_on date not null,
  amount_minor bigint not null check (amount_minor > 0),
  is_down_payment boolean not null default false,
  primary key (account_id, plan_id, id),
  unique (account_id, plan_id, number),
  foreign key (account_id, plan_id) references payment_plans (account_id, id) on delete cascade
);
select make_tenant_table('payment_plan_installments');

-- Emails about installments: one of each kind for an installment, ever.
create table payment_plan_reminders (
  account_id uuid not null,
  plan_id uuid not null,
  installment_id uuid not null,
  kind text not null check (kind in ('coming', 'missed')),
  sent_on date not null,
  primary key (account_id, plan_id, installment_id, kind),
  foreign key (account_id, plan_id) references payment_plans (account_id, id) on delete cascade
);
select make_tenant_table('payment_plan_reminders');

-- Links by which a proposal is confirmed.
create table payment_plan_links (
  account_id uuid not null,
  id uuid not null,
  plan_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, plan_id) references payment_plans (account_id, id) on delete cascade
);
select make_tenant_table('payment_plan_links');
create index payment_plan_links_plan on payment_plan_links (account_id, plan_id);
create policy presented_token on payment_plan_links for select
  using (token_hash = decode(nullif(current_setting('app.presented_token', true), ''), 'hex'));

-- Which account a link's token belongs to, found by its hash before the account is known.
create table payment_plan_tokens (
  token_hash bytea primary key,
  account_id uuid not null,
  link_id uuid not null
);
alter table payment_plan_tokens enable row level security;
alter table payment_plan_tokens force row level security;
create policy presented_token on payment_plan_tokens for select
  using (token_hash = decode(nullif(current_setting('app.presented_token', true), ''), 'hex'));
create policy own on payment_plan_tokens for insert with check (account_id = app_account());
grant select, insert on payment_plan_tokens to quittance_app;

-- What customers may choose by themselves, and what follows a missed installment. An account without a row has the defaults.
create table payment_plan_policies (
  account_id uuid not null references accounts (account_id),
  customers_may_choose boolean not null,
  -- In the account's currency.
  min_amount_minor bigint not null check (min_amount_minor >= 0),
  max_installments integer not null check (max_installments between 2 and 60),
  max_days integer not null check (max_days between 7 and 1825),
  down_payment_percent integer not null check (down_payment_percent between 0 and 90),
  intervals text[] not null check (cardinality(intervals) > 0 and intervals <@ array['weekly', 'two_weeks', 'monthly']),
  -- Days after a missed installment until the plan defaults.
  grace_days integer not null check (grace_days between 0 and 60),
  primary key (account_id)
);
select make_tenant_table('payment_plan_policies');
