-- What falls due for each account, and when. A row makes a schedule run for its account; a worker leases it and deletes it
-- afterwards. Rows come and go, so dead ones are removed early.
create table due_work (
  account_id uuid not null,
  schedule text not null,
  -- The object that falls due; empty for the schedule's own next run.
  key text not null,
  due_at timestamptz not null,
  -- The batch of the worker that runs it, and until when it may be silent, by the machine's clock.
  lease_id uuid,
  leased_until timestamptz,
  primary key (account_id, schedule, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
select make_tenant_table('due_work');
create index due_work_due on due_work (due_at);
-- Workers look over all accounts.
create policy scheduler on due_work
  using (current_setting('app.scheduler', true) = 'on') with check (current_setting('app.scheduler', true) = 'on');

-- Schedules that every existing account has got a row for.
create table known_schedules (
  name text primary key
);
grant select, insert on known_schedules to quittance_app;

-- Each statement that writes entries makes the account's seal due. A row that is not due for half a minute is enough for it,
-- because no transaction takes that long: it is committed before the worker looks.
create or replace function note_unsealed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_unsealed (account_id, entry_id) select account_id, id from added;
  insert into due_work (account_id, schedule, key, due_at)
    select distinct on (a.account_id) a.account_id, 'audit-log.seal-entries', a.id::text, a.at + interval '1 minute'
    from added a
    where not exists (select from due_work d where d.account_id = a.account_id and d.schedule = 'audit-log.seal-entries'
      and d.lease_id is null and d.due_at > a.at + interval '30 seconds' and d.due_at <= a.at + interval '1 minute')
    order by a.account_id, a.at;
  return null;
end $$;

-- Messages that wait. People without a company have some too.
alter table mail_messages no force row level security;
alter table due_work no force row level security;
insert into due_work (account_id, schedule, key, due_at)
  select distinct account_id, 'mail.take-up-waiting', '', now() from mail_messages where status in ('queued', 'sending');
alter table due_work force row level security;
alter table mail_messages force row level security;

-- Nothing reads the column any more. It stays for servers of the former version, which run during an upgrade.
drop index users_keeping_own_mail;
