-- Exports of everything, and closing an account; what erasing a customer needs.

-- An archive of everything that an account has, and its progress.
create table data_exports (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  state text not null check (state in ('running', 'done', 'failed')),
  with_pdfs boolean not null,
  -- Lists and documents written so far, of how many.
  done integer not null default 0,
  total integer not null default 0,
  size_bytes bigint not null default 0,
  failure text,
  -- The worker that writes; one that was interrupted and comes back late writes nothing more.
  writer uuid,
  request_id text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- The archive is deleted then. Null while it is written, and once it is gone.
  kept_until timestamptz,
  primary key (account_id, id),
  unique (account_id, request_id)
);
select make_tenant_table('data_exports');
create index data_exports_listed on data_exports (account_id, created_at desc);

create table data_export_parts (
  account_id uuid not null,
  export_id uuid not null,
  position integer not null,
  bytes bytea not null,
  primary key (account_id, export_id, position),
  foreign key (account_id, export_id) references data_exports (account_id, id)
);
select make_tenant_table('data_export_parts');

-- A closed account can be reopened until the day it is deleted.
alter table accounts
  add column closed_at timestamptz,
  add column delete_at timestamptz,
  add column closed_by uuid,
  add constraint accounts_closed check ((closed_at is null) = (delete_at is null));
-- The portal of a closed account answers nobody.
alter table portal_preferences add column closed boolean not null default false;

-- The heads of the two chains of a deleted account, so that a copy that its owner kept can still be proved. Nothing personal.
create table deleted_accounts (
  account_id uuid not null,
  closed_at timestamptz not null,
  deleted_at timestamptz not null,
  ledger_sequence bigint,
  ledger_hash bytea,
  audit_number bigint,
  audit_digest bytea,
  primary key (account_id)
);
select make_tenant_table('deleted_accounts');
revoke insert, update, delete on deleted_accounts from quittance_app;

alter table customers add column erased_at timestamptz;

-- The name and address that documents of an erased customer must show for the legal period. Nothing else reads them.
create table retained_recipients (
  account_id uuid not null,
  customer_id uuid not null,
  keep_until date not null,
  recipient jsonb not null,
  erased_by uuid not null,
  primary key (account_id, customer_id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select make_tenant_table('retained_recipients');

-- Rows that are facts can be deleted only with their whole account, by the owner of the tables.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.deleting_account', true) = (to_jsonb(old) ->> 'account_id') then
    return old;
  end if;
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The owner of the tables may be bound by their policies, and directories have none for deleting.
do $$ declare directory text; begin
  foreach directory in array array['pay_link_tokens', 'report_link_tokens', 'email_link_tokens', 'payment_plan_tokens', 'connected_businesses'] loop
    execute format('create policy deleted_account on %I to current_user using (account_id = app_account())', directory);
  end loop;
end $$;

-- Deletes people who worked only in the account. One to whom rows of other accounts refer keeps a row without anything personal.
create function delete_people(people uuid[]) returns void language plpgsql as $$
declare person uuid;
begin
  foreach person in array people loop
    if exists (select from memberships m where m.user_id = person) then continue; end if;
    delete from sessions where user_id = person;
    delete from one_time_tokens where user_id = person;
    delete from recovery_codes where user_id = person;
    delete from external_identities where user_id = person;
    delete from decoy_logins where user_id = person;
    begin
      delete from users where id = person;
    exception when foreign_key_violation then
      update users set email = person || '@deleted.invalid', password_hash = '', first_name = '', last_name = '',
        email_verified_at = null, disabled_at = clock_timestamp(), second_factor_secret = null,
        second_factor_confirmed_at = null, second_factor_last_step = null, home_account_id = null
        where id = person;
    end;
  end loop;
end $$;
revoke execute on function delete_people(uuid[]) from public;

-- Deletes the transaction's account with all its rows, once its time is over. Returns false before. Tables are emptied in the
-- order of their foreign keys; those to which triggers add counts meanwhile once more at the end.
create function delete_account(at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account constant uuid := app_account();
  closed timestamptz;
  people uuid[];
  remaining text[];
  emptied text[] := '{}';
  next_tables text[];
  emptying text;
begin
  select a.closed_at into closed from accounts a
    where a.account_id = account and a.closed_at is not null and a.delete_at <= at for update;
  if not found then return false; end if;
  insert into deleted_accounts (account_id, closed_at, deleted_at, ledger_sequence, ledger_hash, audit_number, audit_digest)
    select account, closed, at, h.sequence, h.hash, s.number, s.digest
    from (select 1) one
      left join ledger_heads h on h.account_id = account
      left join lateral (select z.number, z.digest from audit_seals z where z.account_id = account order by z.number desc limit 1) s on true;
  insert into released_sub_domains (sub_domain, released_by, released_at)
    select p.sub_domain, account, at from portal_preferences p where p.account_id = account
    on conflict (sub_domain) do update set released_by = excluded.released_by, released_at = excluded.released_at;
  select coalesce(array_agg(m.user_id), '{}') into people from memberships m where m.account_id = account;
  update users set home_account_id = null where home_account_id = account;
  perform set_config('app.deleting_account', account::text, true);
  select array_agg(c.relname::text) into remaining
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> 'deleted_accounts';
  while cardinality(remaining) > 0 loop
    select array_agg(t) into next_tables from unnest(remaining) t
      where not exists (select from pg_constraint k where k.contype = 'f' and k.confrelid = t::regclass
        and k.conrelid <> k.confrelid and k.conrelid::regclass::text = any (remaining));
    if next_tables is null then raise exception 'tables refer to each other: %', remaining; end if;
    foreach emptying in array next_tables loop
      execute format('delete from %I where account_id = $1', emptying) using account;
    end loop;
    emptied := emptied || next_tables;
    select array_agg(t) into remaining from unnest(remaining) t where t <> all (next_tables);
  end loop;
  foreach emptying in array emptied loop
    execute format('delete from %I where account_id = $1', emptying) using account;
  end loop;
  perform delete_people(people);
  perform set_config('app.deleting_account', '', true);
  return true;
end $$;
revoke execute on function delete_account(timestamptz) from public;
grant execute on function delete_account(timestamptz) to quittance_app;
