-- An account's connections to payment processors that have to be connected. The Sandbox has none.
create table payment_connections (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  provider text not null,
  status text not null check (status in ('connected', 'disconnected')),
  -- The business's own id at the processor.
  remote_id text not null,
  -- The business's name at the processor.
  name text not null,
  -- False for test keys, which move no money.
  live boolean not null,
  -- Encrypted for this row.
  credentials bytea not null,
  connected_at timestamptz not null,
  connected_by uuid,
  ended_at timestamptz,
  -- Who ended it: 'staff', or 'processor' when the business revoked the access there.
  ended_by text check (ended_by in ('staff', 'processor')),
  primary key (account_id, id),
  unique (account_id, provider),
  check ((status = 'disconnected') = (ended_at is not null))
);
select make_tenant_table('payment_connections');

-- The connected processors, as the account shows them: provider, live, since. While one is live, owners and admins need two-step
-- login. Written with the connections.
alter table accounts add column connected_processors jsonb not null default '[]';
