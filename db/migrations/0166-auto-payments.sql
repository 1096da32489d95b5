-- What a payer agreed to when they let a stored method pay by itself: who, when, in which words. Kept after it ends.
create table auto_payment_consents (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  customer_id uuid not null,
  stored_method_id uuid not null,
  -- Of the texts in domain/payments/auto-payments.ts.
  text_version smallint not null check (text_version > 0),
  agreed_at timestamptz not null,
  -- The same as a date in the account's time zone: what was overdue on it stays to be paid by hand.
  agreed_on date not null,
  agreed_by_kind text not null check (agreed_by_kind in ('portal', 'pay_link')),
  agreed_by uuid not null,
  -- The payment with which it was given; null when it was given in the portal.
  payment_id uuid,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_because text check (withdrawn_because in ('customer', 'staff', 'method_removed', 'replaced', 'declined')),
  withdrawn_by uuid,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, stored_method_id) references stored_methods (account_id, id),
  foreign key (account_id, payment_id) references payments (account_id, id),
  check ((withdrawn_at is null) = (withdrawn_because is null))
);
select make_tenant_table('auto_payment_consents');
-- One method pays for a customer: agreeing for another one ends the former agreement.
create unique index auto_payment_consents_standing on auto_payment_consents (account_id, customer_id) where withdrawn_at is null;
create index auto_payment_consents_method on auto_payment_consents (account_id, stored_method_id, agreed_at desc);

-- Which text the payer saw beside the box that they ticked, and the processor's own code of a decline or a return.
alter table payments add column consent_text_version smallint;
alter table payments add column failure_reason text;

-- Nothing was recorded of what was agreed to until now, so nobody is charged by it: it is asked for again.
update stored_methods set auto_payments = false where auto_payments;

-- That a customer was told of a charge before it was made. One more where it would be of more than was told, or with
-- another method.
create table auto_payment_notices (
  account_id uuid not null,
  invoice_id uuid not null,
  due_date date not null,
  consent_id uuid not null,
  total_minor bigint not null check (total_minor > 0),
  currency text not null,
  charge_on date not null,
  noticed_at timestamptz not null,
  primary key (account_id, invoice_id, due_date, consent_id, total_minor),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  foreign key (account_id, consent_id) references auto_payment_consents (account_id, id)
);
select make_tenant_table('auto_payment_notices');

-- Each try to charge an invoice that fell due: committed before the processor is called, its payment made under its id.
create table auto_payment_tries (
  account_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  due_date date not null,
  try_no smallint not null check (try_no > 0),
  consent_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('open', 'paid', 'failed', 'abandoned')),
  payment_id uuid,
  -- Open: when it is gone on with, if not at once. Failed: when the next one is due; none when there is to be none.
  next_at timestamptz,
  started_at timestamptz not null,
  settled_at timestamptz,
  primary key (account_id, id),
  unique (account_id, invoice_id, due_date, try_no),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  foreign key (account_id, consent_id) references auto_payment_consents (account_id, id),
  foreign key (account_id, payment_id) references payments (account_id, id)
);
select make_tenant_table('auto_payment_tries');
create unique index auto_payment_tries_open on auto_payment_tries (account_id, invoice_id) where state = 'open';
create index auto_payment_tries_paid on auto_payment_tries (account_id, settled_at) where state = 'paid';
