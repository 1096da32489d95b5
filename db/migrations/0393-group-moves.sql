-- Customers that were moved to a group, or out of theirs, at once, so that the move can be undone.
create table group_moves (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  -- Where they were moved; null for no group. Not a key: the group may be deleted since.
  group_id uuid,
  -- The customers whose group changed, and the former group of each; null for none.
  customer_ids uuid[] not null,
  former_groups uuid[] not null,
  moved_at timestamptz not null,
  moved_by uuid,
  undone_at timestamptz,
  primary key (account_id, id),
  check (cardinality(customer_ids) = cardinality(former_groups))
);
select make_tenant_table('group_moves');
