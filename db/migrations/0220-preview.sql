-- Staff look at a customer's portal: a one-time code, and a session that ends with the one from which it was started.
alter table sessions add column parent_id uuid references sessions (id) on delete cascade;
-- Of the person who previews, as it was when they began.
alter table sessions add column role text;
create index sessions_parent on sessions (parent_id) where parent_id is not null;

create table preview_codes (
  account_id uuid not null,
  code_hash bytea not null,
  customer_id uuid not null,
  user_id uuid not null references users (id),
  session_id uuid not null,
  role text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, code_hash),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select make_tenant_table('preview_codes');
