-- What every room stands on: tenancy, files, mail, audit, throttling, the demo's clock.

create extension if not exists pg_trgm;

create function app_account() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.account_id', true), '')::uuid $$;

create function app_user() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- A tenant table shows and takes only rows of the account that the transaction has named.
create function make_tenant_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s using (account_id = app_account()) with check (account_id = app_account())', target);
  execute format('grant select, insert, update, delete on %s to quittance_app', target);
end $$;

-- Rows that are facts: they can be added and read, and nothing else, by anybody.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

create function make_append_only(target regclass) returns void language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from quittance_app', target);
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
end $$;

create table stored_files (
  account_id uuid not null,
  id uuid not null,
  name text not null,
  media_type text not null,
  sha256 bytea not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
select make_tenant_table('stored_files');

create table mail_messages (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  from_name text not null,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  attachments jsonb not null default '[]',
  related_type text,
  related_id uuid,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed', 'unknown')),
  failure text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (account_id, id)
);
select make_tenant_table('mail_messages');
create index mail_messages_related on mail_messages (account_id, related_id, created_at desc);

-- What the demo's mailbox received. Empty wherever real mail is configured.
create table demo_mailbox (
  id uuid primary key,
  to_address text not null,
  from_name text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  attachments jsonb not null,
  sent_at timestamptz not null
);
create index demo_mailbox_sent on demo_mailbox (sent_at desc, id desc);
grant select, insert on demo_mailbox to quittance_app;

create table demo_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0
);
insert into demo_clock default values;
grant select, update on demo_clock to quittance_app;

create table audit_entries (
  account_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'customer', 'pay_link', 'preview', 'system')),
  actor_id uuid,
  actor_label text not null,
  action text not null,
  object_type text not null,
  object_id uuid,
  detail jsonb not null default '{}',
  ip text,
  request_id text not null,
  primary key (account_id, id)
);
select make_tenant_table('audit_entries');
select make_append_only('audit_entries');
create index audit_entries_object on audit_entries (account_id, object_id, at desc);

create unlogged table throttle_counters (
  key text primary key,
  window_started_at timestamptz not null,
  hits integer not null,
  failures integer not null default 0,
  blocked_until timestamptz
);
grant select, insert, update, delete on throttle_counters to quittance_app;
