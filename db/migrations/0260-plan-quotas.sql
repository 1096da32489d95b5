-- What an account's plan caps. No row, no cap: then nothing is counted, and nobody waits for anybody.
create table plan_quotas (
  account_id uuid not null references accounts (account_id),
  codename text not null check (codename in ('MAX_INVOICES', 'MAX_ADMIN_USERS', 'MAX_SUB_ACCOUNTS')),
  most integer not null check (most >= 0),
  primary key (account_id, codename)
);
select make_tenant_table('plan_quotas');

-- How many other companies the people of an account advise, of which its own rows know nothing.
create function client_companies(account uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp as
$$ select count(distinct m.account_id)::int from memberships own
   join memberships m on m.user_id = own.user_id and m.role = 'advisor' and m.account_id <> account
   where own.account_id = account $$;
revoke execute on function client_companies(uuid) from public;
grant execute on function client_companies(uuid) to quittance_app;
