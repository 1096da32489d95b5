-- A customer that turned out to be another one. What was booked stays where it was booked; the people, the contact data and everything new
-- go to the other one.
alter table customers
  add column merged_into uuid,
  add constraint customers_merged_into foreign key (account_id, merged_into) references customers (account_id, id),
  add constraint customers_not_merged_into_itself check (merged_into <> id);
create index customers_merged on customers (account_id, merged_into) where merged_into is not null;

create table customer_merges (
  account_id uuid not null,
  id uuid not null,
  from_id uuid not null,
  into_id uuid not null,
  -- Fields of both before and after, so that undoing takes back what nobody changed since.
  from_before jsonb not null,
  into_before jsonb not null,
  into_after jsonb not null,
  merged_at timestamptz not null,
  merged_by uuid not null,
  undone_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, from_id) references customers (account_id, id),
  foreign key (account_id, into_id) references customers (account_id, id)
);
select make_tenant_table('customer_merges');
create index customer_merges_from on customer_merges (account_id, from_id, merged_at desc);

-- Notes of the staff about a customer. People who are named in one are told.
create table customer_notes (
  account_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  text text not null,
  mentions uuid[] not null default '{}',
  written_by uuid not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select make_tenant_table('customer_notes');
create index customer_notes_listed on customer_notes (account_id, customer_id, created_at desc);

-- Up to which event a member has seen their notifications.
create table notification_marks (
  account_id uuid not null references accounts (account_id),
  user_id uuid not null,
  seen_at timestamptz not null,
  seen_id uuid not null,
  primary key (account_id, user_id)
);
select make_tenant_table('notification_marks');
