-- The same request, made again after its answer was lost, does nothing again.
alter table credit_memos
  add column request_id text,
  add column request_hash bytea;
create unique index credit_memos_request on credit_memos (account_id, request_id) where request_id is not null;

create table invoice_sendings (
  account_id uuid not null,
  request_id text not null,
  request_hash bytea not null,
  invoice_id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, request_id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
select make_tenant_table('invoice_sendings');

alter table mail_messages
  -- Whom an answer reaches: the company in whose name the message speaks.
  add column reply_to text not null default '',
  -- The connection broke after the whole message had been handed over: it may have arrived, and goes out again under the same id.
  add column maybe_delivered boolean not null default false,
  -- When it is taken up again in case its job has given up by then.
  add column next_try_at timestamptz;
update mail_messages set next_try_at = created_at;
alter table mail_messages alter column next_try_at set not null;
create index mail_messages_waiting on mail_messages (account_id, next_try_at) where status in ('queued', 'sending');

-- Events of kinds that nobody reads yet are kept as well. One that can't be handled is tried again ever more rarely.
alter table provider_inbox
  drop constraint provider_inbox_object_check,
  add constraint provider_inbox_object_check check (object in ('payment', 'refund', 'connection', 'other')),
  add column next_at timestamptz;
update provider_inbox set next_at = received_at;
alter table provider_inbox alter column next_at set not null;
drop index provider_inbox_new;
create index provider_inbox_new on provider_inbox (account_id, next_at) where status = 'new';

-- An order is captured once, whatever request asks for it.
alter table payments add column capture_request_id text;
create unique index payments_capture_request on payments (account_id, capture_request_id) where capture_request_id is not null;
create index payments_by_processor on payments (account_id, provider, settled_at) where provider <> 'manual';

-- Orders that a payer approves on the Sandbox's own page.
alter table sandbox_charges
  add column approved_at timestamptz,
  add column customer_ref text not null default '',
  add column description text not null default '';
create index sandbox_charges_created on sandbox_charges (account_id, created_at, ref);
create index sandbox_refunds_created on sandbox_refunds (account_id, created_at, ref);

-- What a person has to look at: a processor and the ledger differ, or a processor's word could not be believed.
create table payment_cases (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  provider text not null,
  kind text not null check (kind in ('charge_without_payment', 'payment_without_charge', 'amount', 'currency',
    'refund_without_record', 'record_without_refund', 'mismatch', 'late_charge', 'no_outcome', 'refund_after_return', 'event_unhandled')),
  -- What it is about: our payment, refund or event, else the processor's own reference.
  subject text not null,
  payment_id uuid,
  provider_ref text,
  booked_minor bigint,
  booked_currency text,
  observed_minor bigint,
  observed_currency text,
  opened_at timestamptz not null,
  seen_at timestamptz not null,
  -- When the owners were told.
  told_at timestamptz,
  closed_at timestamptz,
  closed_by uuid,
  note text not null default '',
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payments (account_id, id)
);
select make_tenant_table('payment_cases');
create unique index payment_cases_open on payment_cases (account_id, provider, kind, subject) where closed_at is null;
create index payment_cases_listed on payment_cases (account_id, opened_at desc, id desc);
create index payment_cases_payment on payment_cases (account_id, payment_id) where payment_id is not null;
create index payment_cases_untold on payment_cases (account_id) where told_at is null;

-- Each processor is compared with the ledger once a day.
create table payment_reconciliations (
  account_id uuid not null references accounts (account_id),
  provider text not null,
  day date not null,
  started_at timestamptz not null,
  attempts integer not null default 1,
  finished_at timestamptz,
  compared integer,
  differing integer,
  failure text,
  primary key (account_id, provider, day)
);
select make_tenant_table('payment_reconciliations');
