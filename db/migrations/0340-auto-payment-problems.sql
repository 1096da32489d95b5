-- A consent whose method can't be charged any more, from its report to the staff and the customer until it can, or another is chosen.
create table auto_payment_problems (
  account_id uuid not null,
  consent_id uuid not null,
  problem text not null check (problem in ('expired', 'not_connected', 'other_account', 'currency')),
  -- The invoice that would have been charged first.
  invoice_id uuid not null,
  found_at timestamptz not null,
  primary key (account_id, consent_id),
  foreign key (account_id, consent_id) references auto_payment_consents (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
select make_tenant_table('auto_payment_problems');
