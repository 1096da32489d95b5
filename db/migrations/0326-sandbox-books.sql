-- The books of the built-in accounting platform, one company for each account.
create table sandbox_books (
  account_id uuid not null references accounts (account_id),
  kind text not null check (kind in ('customer', 'invoice', 'credit_memo', 'payment')),
  ref text not null,
  version integer not null default 1,
  -- Number of the latest change, in the order of changes to these books.
  change_number bigint not null,
  is_deleted boolean not null default false,
  record jsonb not null,
  primary key (account_id, kind, ref)
);
select make_tenant_table('sandbox_books');
create index sandbox_books_changes on sandbox_books (account_id, change_number);

create table sandbox_books_heads (
  account_id uuid not null references accounts (account_id),
  last_change bigint not null default 0,
  -- Records made so far, for their ids and numbers.
  made integer not null default 0,
  -- A closed period takes no payments.
  is_closed boolean not null default false,
  primary key (account_id)
);
select make_tenant_table('sandbox_books_heads');

create table sandbox_books_keys (
  account_id uuid not null references accounts (account_id),
  idempotency_key text not null,
  ref text not null,
  created_at timestamptz not null,
  primary key (account_id, idempotency_key)
);
select make_tenant_table('sandbox_books_keys');
