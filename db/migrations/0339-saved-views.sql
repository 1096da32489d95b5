-- A list with its filters and order under a name: for the person who saved it, or for everybody in the company.
create table saved_views (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  -- 'invoices', 'customers' or 'payments'.
  list text not null,
  name text not null,
  -- The query of the list's address.
  query jsonb not null,
  shared boolean not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
select make_tenant_table('saved_views');
create index saved_views_listed on saved_views (account_id, list, created_at);
