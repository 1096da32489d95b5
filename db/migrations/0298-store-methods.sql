-- The customer's own name of a stored method: 'Office card'.
alter table stored_methods add column name text not null default '' check (char_length(name) <= 40);

-- Requests to store a method without paying. A repeated request_id gets the former outcome.
create table method_requests (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  customer_id uuid not null,
  request_id text not null,
  request_hash bytea not null,
  type text not null check (type in ('credit_card', 'e_check', 'paypal')),
  -- open: its outcome is unknown, and the same request may be sent again under the same key.
  status text not null default 'open' check (status in ('open', 'stored', 'declined')),
  stored_method_id uuid,
  failure_message text not null default '',
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, stored_method_id) references stored_methods (account_id, id),
  check ((status = 'stored') = (stored_method_id is not null))
);
select make_tenant_table('method_requests');
create unique index method_requests_request on method_requests (account_id, request_id);
create index method_requests_declined on method_requests (account_id, created_at) where status = 'declined';
create index method_requests_created on method_requests (account_id, created_at);

-- Payments as their customer lists them: without attempts that were never made.
create index payments_of_payer on payments (account_id, customer_id, created_at desc, id desc)
  where (status <> 'rejected' or captured_minor > 0 or failure_code in ('declined', 'returned', 'disputed'))
    and failure_code is distinct from 'unavailable';
