-- The processor that takes an account's new payments of a type, where several are connected.
create table processor_choices (
  account_id uuid not null references accounts (account_id),
  type text not null check (type in ('credit_card', 'e_check', 'paypal')),
  -- Empty for all currencies without a choice of their own.
  currency text not null check (currency = '' or currency ~ '^[A-Z]{3}$'),
  provider text not null,
  primary key (account_id, type, currency),
  foreign key (account_id, provider) references payment_connections (account_id, provider)
);
select make_tenant_table('processor_choices');
