-- Visitors of a portal without a login who asked for one.
create table portal_access_requests (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  name text not null,
  email text not null,
  -- Their company, or the number of an invoice, as they typed it.
  reference text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'refused')),
  -- The customer that it was approved onto.
  customer_id uuid,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'approved') = (customer_id is not null))
);
select make_tenant_table('portal_access_requests');
-- An address has one open request; asking again changes it.
create unique index portal_access_requests_open on portal_access_requests (account_id, lower(email)) where state = 'open';
create index portal_access_requests_listed on portal_access_requests (account_id, state, created_at desc);

-- Inviting every customer who was not invited yet.
create table portal_invite_runs (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  state text not null check (state in ('running', 'done', 'failed', 'canceled')),
  -- Also those who were invited before and did not accept.
  again boolean not null,
  -- Customers are taken in the order of their ids; a run that was interrupted goes on after this one.
  after_customer uuid,
  customers_total integer not null,
  customers_done integer not null default 0,
  sent_count integer not null default 0,
  failure text,
  created_by uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id)
);
select make_tenant_table('portal_invite_runs');
create unique index portal_invite_runs_running on portal_invite_runs (account_id) where state = 'running';
