-- Keys with which programs of an account call the API. The key itself is shown once; the table has its hash.
create table api_keys (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  name text not null,
  -- How the key begins and its last four characters, to recognize it.
  prefix text not null,
  ending text not null,
  key_hash bytea not null,
  scopes text[] not null,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid,
  primary key (account_id, id),
  unique (account_id, key_hash),
  check ((revoked_at is null) = (revoked_by is null))
);
select make_tenant_table('api_keys');

-- A program is an actor of its own.
alter table audit_entries drop constraint audit_entries_actor_kind_check;
alter table audit_entries add constraint audit_entries_actor_kind_check
  check (actor_kind in ('staff', 'customer', 'pay_link', 'preview', 'api_key', 'system')) not valid;
