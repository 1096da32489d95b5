-- Who was asked to work in a company, or to let somebody of the company work in theirs.
create table invitations (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  kind text not null check (kind in ('member', 'client')),
  email text not null,
  role text check (role in ('admin', 'advisor', 'viewer')),
  invited_by uuid not null references users (id),
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('accepted', 'withdrawn')),
  accepted_by uuid references users (id),
  primary key (account_id, id),
  check ((kind = 'member') = (role is not null)),
  check ((ended_at is null) = (ended_because is null)),
  check ((accepted_by is not null) = (ended_because is not distinct from 'accepted'))
);
select make_tenant_table('invitations');
-- One that stands for each address; it is also how they are listed.
create unique index invitations_open on invitations (account_id, kind, lower(email)) where ended_at is null;

-- Where else a person works, of which an account's own people see nothing: their first other account, or null.
create function works_elsewhere(person uuid, account uuid) returns uuid
  language sql stable security definer set search_path = public, pg_temp as
$$ select m.account_id from memberships m where m.user_id = person and m.account_id <> account
   order by m.created_at, m.account_id limit 1 $$;
revoke execute on function works_elsewhere(uuid, uuid) from public;
grant execute on function works_elsewhere(uuid, uuid) to quittance_app;
