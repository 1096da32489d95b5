-- States of connections that came back from a service. A row refuses a second use until the state expires.
create table spent_connection_states (
  account_id uuid not null references accounts (account_id),
  state_hash bytea not null,
  expires_at timestamptz not null,
  primary key (account_id, state_hash)
);
select make_tenant_table('spent_connection_states');
