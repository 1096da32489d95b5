-- Addresses of an account's own programs that receive its events.
create table webhook_endpoints (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  url text not null,
  description text not null,
  -- Empty: all types.
  event_types text[] not null,
  state text not null check (state in ('enabled', 'disabled', 'failed')),
  secret bytea not null,
  -- Signs beside the new one until previous_until.
  previous_secret bytea,
  previous_until timestamptz,
  -- Events up to this seal of the audit log have deliveries, or were not chosen.
  position bigint not null,
  -- The first failure since the last success.
  failing_since timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (account_id, id),
  check ((previous_secret is null) = (previous_until is null)),
  check ((state = 'enabled') = (disabled_at is null))
);
select make_tenant_table('webhook_endpoints');

-- Events on their way to an endpoint.
create table webhook_deliveries (
  account_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  -- The audit entry that is the event; null for a test.
  event_id uuid,
  event_type text not null,
  -- Counts replays of the same event to the same endpoint.
  replay integer not null default 0,
  -- Order of first attempts: the event's seal, or for a test that of the last event.
  position bigint not null,
  payload text not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  attempt_count integer not null default 0,
  next_at timestamptz,
  last_status integer,
  last_problem text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, endpoint_id) references webhook_endpoints (account_id, id) on delete cascade,
  check ((state = 'waiting') = (next_at is not null)),
  check ((state = 'waiting') = (finished_at is null))
);
select make_tenant_table('webhook_deliveries');
create unique index webhook_deliveries_event on webhook_deliveries (account_id, endpoint_id, event_id, replay) where event_id is not null;
create index webhook_deliveries_due on webhook_deliveries (account_id, endpoint_id, next_at, position) where state = 'waiting';
create index webhook_deliveries_listed on webhook_deliveries (account_id, endpoint_id, id desc);

-- Each request to an endpoint, with the beginning of the answer.
create table webhook_attempts (
  account_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  status integer,
  problem text,
  answer text not null,
  primary key (account_id, delivery_id, number),
  foreign key (account_id, delivery_id) references webhook_deliveries (account_id, id) on delete cascade
);
select make_tenant_table('webhook_attempts');
