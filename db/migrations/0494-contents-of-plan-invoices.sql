-- Contents of an invoice from Quittance, as its document shows them. The next read at the seller fills them for earlier rows.
alter table plan_invoices
  -- Names the invoice in addresses, because the seller's own references differ in form.
  add column id uuid not null default gen_random_uuid(),
  -- The part of the amount that a credit of the account covered.
  add column credit_minor bigint not null default 0,
  -- The part of the amount that is tax.
  add column tax_minor bigint not null default 0,
  add column paid_at timestamptz,
  add column period_starts_at timestamptz,
  add column period_ends_at timestamptz,
  -- What is charged: description and amount in minor units, as decimal digits.
  add column lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array');

alter table plan_invoices add unique (account_id, id);
