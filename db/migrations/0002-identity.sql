-- People who sign in to the business app, their sessions and their one-time links. None of it belongs to one account.

create table users (
  id uuid primary key,
  email text not null,
  password_hash text,
  first_name text not null default '',
  last_name text not null default '',
  email_verified_at timestamptz,
  disabled_at timestamptz,
  second_factor_secret bytea,
  second_factor_confirmed_at timestamptz,
  second_factor_last_step bigint,
  created_at timestamptz not null
);
create unique index users_email on users (lower(email));

create table recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table external_identities (
  provider text not null,
  subject text not null,
  user_id uuid not null references users (id),
  linked_at timestamptz not null,
  primary key (provider, subject)
);

create table sessions (
  id uuid primary key,
  audience text not null check (audience in ('staff', 'portal', 'preview', 'paylink')),
  user_id uuid references users (id),
  account_id uuid,
  portal_user_id uuid,
  customer_id uuid,
  invoice_id uuid,
  pay_link_id uuid,
  unlocked_at timestamptz,
  generation integer not null default 1,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text,
  ip text,
  user_agent text
);
create index sessions_user on sessions (user_id) where revoked_at is null;
create index sessions_portal_user on sessions (portal_user_id) where revoked_at is null;

create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in
    ('verify_email', 'reset_password', 'invite_user', 'portal_enrol', 'portal_reset', 'pay_link_code')),
  user_id uuid references users (id),
  account_id uuid,
  subject_id uuid,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_subject on one_time_tokens (purpose, subject_id) where used_at is null;

grant select, insert, update, delete on users, recovery_codes, external_identities, sessions, one_time_tokens to quittance_app;
