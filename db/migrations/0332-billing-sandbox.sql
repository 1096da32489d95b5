-- The built-in seller of plans, which moves no money: what a real one would know about an account.
create table billing_sandbox (
  account_id uuid primary key references accounts (account_id),
  state jsonb not null check (jsonb_typeof(state) = 'object')
);
select make_tenant_table('billing_sandbox');
