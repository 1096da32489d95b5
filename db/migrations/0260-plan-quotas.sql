-- What an account's plan caps. No row, no cap: then nothing is counted, and nobody waits for anybody.
create table plan_quotas (
  account_id uuid not null references accounts (account_id),
  codename text not null check (codename in ('MAX_INVOICES', 'MAX_ADMIN_USERS', 'MAX_SUB_ACCOUNTS')),
  most integer not null check (most >= 0),
  primary key (account_id, codename)
);
select make_tenant_table('plan_quotas');

-- How many other companies the people of an account advise, of which its own rows know nothing. Its own advisors are not
-- its people: whom else they advise is nobody's business here. Whoever owns the tables may be bound by their policies.
create policy everywhere on memberships for select to current_user using (true);
create function client_companies() returns integer
  language sql stable security definer set search_path = public, pg_temp as
$$ select count(distinct m.account_id)::int from memberships own
   join memberships m on m.user_id = own.user_id and m.role = 'advisor' and m.account_id <> own.account_id
   where own.account_id = app_account() and own.role <> 'advisor' $$;
revoke execute on function client_companies() from public;
grant execute on function client_companies() to quittance_app;
