-- Customers who sign in to a company's portal: their own identity space, unique within the account.

create table portal_users (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  email text not null,
  password_hash text,
  invited_at timestamptz,
  accepted_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);
select make_tenant_table('portal_users');
create unique index portal_users_email on portal_users (account_id, lower(email));

create table portal_user_customers (
  account_id uuid not null,
  portal_user_id uuid not null,
  customer_id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, portal_user_id, customer_id),
  foreign key (account_id, portal_user_id) references portal_users (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select make_tenant_table('portal_user_customers');
create index portal_user_customers_customer on portal_user_customers (account_id, customer_id);
