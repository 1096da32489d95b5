-- A fee on a payment plan, which is owed once the plan is confirmed. Its income has an account of its own, beside late fees.
alter table ledger_postings drop constraint ledger_postings_ledger_account_check;
alter table ledger_postings add constraint ledger_postings_ledger_account_check check (ledger_account in ('receivable', 'clearing',
  'sales', 'sales_tax', 'credits_given', 'customer_credit', 'unapplied', 'write_offs', 'fee_income', 'late_fee_income',
  'plan_fee_income'));

-- A fee of an invoice is charged by a rule for late fees, or by a payment plan.
alter table late_fees alter column rule_id drop not null;
alter table late_fees alter column period drop not null;
alter table late_fees add column plan_id uuid;
alter table late_fees add constraint late_fees_plan_fkey foreign key (account_id, plan_id)
  references payment_plans (account_id, id);
alter table late_fees add constraint late_fees_origin_check check (
  (rule_id is null) <> (plan_id is null) and (rule_id is null) = (period is null));
-- One fee for a plan, ever.
create unique index late_fees_plan on late_fees (account_id, plan_id) where plan_id is not null;

-- The fee as agreed; zero for none.
alter table payment_plans add column fee_minor bigint not null default 0 check (fee_minor >= 0);
-- The part of an installment that is the plan's fee, once it is charged.
alter table payment_plan_installments add column fee_minor bigint not null default 0
  check (fee_minor between 0 and amount_minor);
-- The fee of plans that customers choose by themselves, in the account's currency.
alter table payment_plan_policies add column fee_minor bigint not null default 0 check (fee_minor >= 0);
