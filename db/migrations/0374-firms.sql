-- The firm of accountants through which somebody works in a company, so that the firm's team is managed over all its clients and
-- ends with one action. Its name is as of then, because a company sees nothing of the firm's account.
alter table memberships add column firm_id uuid, add column firm_name text;
alter table memberships add constraint memberships_firm check ((firm_id is null) = (firm_name is null));
create index memberships_through_firm on memberships (firm_id) where firm_id is not null;

-- An accountant creates a company for a client and hands it over: the invited person becomes its owner.
alter table invitations drop constraint invitations_kind_check;
alter table invitations add constraint invitations_kind_check check (kind in ('member', 'client', 'owner'));

-- Client companies of an account and who works there through it. Other people of those companies are not its business.
create policy everywhere on companies for select to current_user using (true);
create function people_at_clients() returns table (
    account_id uuid, company text, user_id uuid, role text, email text, first_name text, last_name text)
  language sql stable security definer set search_path = public, pg_temp as
$$ select m.account_id, c.name, m.user_id, m.role, u.email, u.first_name, u.last_name
   from memberships m
     join companies c on c.account_id = m.account_id
     join users u on u.id = m.user_id
   where m.firm_id = app_account() $$;
revoke execute on function people_at_clients() from public;
grant execute on function people_at_clients() to quittance_app;

-- A company that was created for a client counts before it is handed over.
create or replace function client_companies() returns integer
  language sql stable security definer set search_path = public, pg_temp as
$$ select count(distinct m.account_id)::int from memberships own
   join memberships m on m.user_id = own.user_id and m.account_id <> own.account_id
     and (m.role = 'advisor' or m.firm_id = own.account_id)
   where own.account_id = app_account() and own.role <> 'advisor' $$;
