-- Answers to requests with an Idempotency-Key, which the same request gets again for a day.
create table idempotency_keys (
  account_id uuid not null references accounts (account_id),
  -- Hash of the caller and the key.
  key_hash bytea not null,
  id uuid not null,
  -- Hash of method, address and body.
  request_hash bytea not null,
  state text not null check (state in ('in_progress', 'done', 'unknown')),
  status integer,
  -- The answer's body, encrypted: it may hold a secret that is shown once.
  answer bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, key_hash),
  check ((state = 'done') = (status is not null))
);
select make_tenant_table('idempotency_keys');
create index idempotency_keys_expiry on idempotency_keys (account_id, expires_at);
