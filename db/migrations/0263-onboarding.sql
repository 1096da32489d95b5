-- Steps of getting started that somebody marked as done. Whatever the account itself shows to be done stands nowhere else.
create table onboarding_checks (
  account_id uuid not null references accounts (account_id),
  step text not null,
  checked_at timestamptz not null,
  primary key (account_id, step)
);
select make_tenant_table('onboarding_checks');
