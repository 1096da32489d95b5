-- Columns of a list that one person chose: which, in which order and how wide. Without a row the product's own.
create table list_columns (
  account_id uuid not null references accounts (account_id),
  user_id uuid not null,
  -- A list of saved_views.list.
  list text not null,
  -- Ids in order, each with its width in rem where it was changed: 'number,customer:14,remaining'.
  columns text not null,
  changed_at timestamptz not null,
  primary key (account_id, user_id, list)
);
select make_tenant_table('list_columns');
