-- The audit log as people read it, and the chain that shows whether anything in it was changed.

-- What is not sealed yet. A list rather than a mark in time or a number: entries commit in another order than they were
-- made in, clocks differ, and a copy is restored into a database that counts anew.
create table audit_unsealed (
  account_id uuid not null,
  entry_id uuid not null,
  primary key (account_id, entry_id)
);
select make_tenant_table('audit_unsealed');
revoke insert, update, delete on audit_unsealed from quittance_app;

-- One link a seal: its digest covers the digest before it, its own number and time, and the whole entry. There is no
-- foreign key: that an entry is gone is what the chain has to be able to tell.
create table audit_seals (
  account_id uuid not null,
  number bigint not null check (number > 0),
  entry_id uuid not null,
  made_at timestamptz not null,
  digest bytea not null check (octet_length(digest) = 32),
  primary key (account_id, number),
  unique (account_id, entry_id)
);
select make_tenant_table('audit_seals');
select make_append_only('audit_seals');
revoke insert on audit_seals from quittance_app;

-- Once a statement, so that a copied history is noted at once. Not left to whoever writes the entry.
create function note_unsealed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_unsealed (account_id, entry_id) select account_id, id from added;
  return null;
end $$;
revoke execute on function note_unsealed() from public;
create trigger to_be_sealed after insert on audit_entries referencing new table as added
  for each statement execute function note_unsealed();

-- Seals up to `most` of the account's entries and tells how many it did. Only this function writes seals, and none but the
-- next: the serving role can neither forge one nor leave one out. Who comes while another seals leaves it to them.
create function seal_audit(most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account constant uuid := app_account();
  made constant timestamptz := clock_timestamp();
  last_number bigint := 0;
  last_digest bytea := '\x';
  entry audit_entries;
  done uuid[] := '{}';
begin
  if not exists (select from audit_unsealed u where u.account_id = account) then return 0; end if;
  if not pg_try_advisory_xact_lock(hashtextextended('seal audit ' || account, 0)) then return 0; end if;
  select s.number, s.digest into last_number, last_digest from audit_seals s
    where s.account_id = account order by s.number desc limit 1;
  last_number := coalesce(last_number, 0);
  last_digest := coalesce(last_digest, '\x');
  for entry in
    select e.* from audit_unsealed u join audit_entries e on e.account_id = u.account_id and e.id = u.entry_id
    where u.account_id = account order by u.entry_id limit most
  loop
    last_number := last_number + 1;
    last_digest := sha256(last_digest || convert_to(jsonb_build_array(
      last_number, to_char(made at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      entry.account_id, entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      entry.actor_kind, entry.actor_id, entry.actor_label, entry.action, entry.object_type, entry.object_id,
      entry.detail, entry.ip, entry.request_id)::text, 'UTF8'));
    insert into audit_seals (account_id, number, entry_id, made_at, digest)
      values (account, last_number, entry.id, made, last_digest);
    done := done || entry.id;
  end loop;
  delete from audit_unsealed u where u.account_id = account and u.entry_id = any(done);
  return cardinality(done);
end $$;
revoke execute on function seal_audit(integer) from public;
grant execute on function seal_audit(integer) to quittance_app;

-- What was written before there were seals.
alter table audit_entries no force row level security;
alter table audit_unsealed no force row level security;
insert into audit_unsealed (account_id, entry_id) select account_id, id from audit_entries;
alter table audit_unsealed force row level security;
alter table audit_entries force row level security;

-- Each filter of the list has an index in the list's own order: none of them may read what it doesn't show.
create index audit_entries_at on audit_entries (account_id, at desc, id desc);
create index audit_entries_kind on audit_entries (account_id, actor_kind, at desc, id desc);
create index audit_entries_person on audit_entries (account_id, actor_id, at desc, id desc) where actor_kind = 'staff';
-- A column, because behind the policies an index of an expression is not asked.
alter table audit_entries add area text generated always as (split_part(action, '.', 1)) stored;
create index audit_entries_area on audit_entries (account_id, area, at desc, id desc);
