-- What is known of the addresses that an account writes to: which bounce, which complained, and which want no reminders.

-- The mail that a message answers, by which mail programs show them together, and the address that unsubscribes its reader.
alter table mail_messages add column in_reply_to uuid;
alter table mail_messages add column unsubscribe_url text not null default '';

-- A reason not to write to an address. A person's decision to use it again deletes it; the audit log keeps both.
create table email_address_marks (
  account_id uuid not null references accounts (account_id),
  -- In lower case, as the addresses of customers are.
  address text not null check (address = lower(address)),
  kind text not null check (kind in ('bounced', 'complained', 'unsubscribed')),
  -- The mail server's answer; empty where nobody gave a reason.
  reason text not null,
  -- The message in mail_messages that came back; null when it is not known.
  mail_id uuid,
  marked_at timestamptz not null,
  primary key (account_id, address, kind)
);
select make_tenant_table('email_address_marks');

-- Links of a message by which its reader unsubscribes, or its reader's mail server reports that it can't be delivered.
create table email_links (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  purpose text not null check (purpose in ('unsubscribe', 'return_path')),
  address text not null,
  mail_id uuid,
  token_hash bytea not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
select make_tenant_table('email_links');
-- Whoever presents the token sees its link before the account is known.
create policy presented_token on email_links for select
  using (token_hash = decode(nullif(current_setting('app.presented_token', true), ''), 'hex'));

-- Which account a link's token belongs to, found by its hash before the account is known.
create table email_link_tokens (
  token_hash bytea primary key,
  account_id uuid not null,
  link_id uuid not null
);
alter table email_link_tokens enable row level security;
alter table email_link_tokens force row level security;
create policy presented_token on email_link_tokens for select
  using (token_hash = decode(nullif(current_setting('app.presented_token', true), ''), 'hex'));
create policy own on email_link_tokens for insert with check (account_id = app_account());
grant select, insert on email_link_tokens to quittance_app;

-- Mail to a return path, stored as it arrived until it is read.
create table received_reports (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  address text not null,
  mail_id uuid not null,
  raw bytea not null,
  received_at timestamptz not null,
  primary key (account_id, id)
);
select make_tenant_table('received_reports');

-- What mail servers reported of a message. The key is what keeps a report that arrives twice from counting twice.
create table delivery_reports (
  account_id uuid not null references accounts (account_id),
  mail_id uuid not null,
  outcome text not null check (outcome in ('bounced', 'refused', 'delayed', 'complained')),
  detail text not null,
  reported_at timestamptz not null,
  primary key (account_id, mail_id, outcome)
);
select make_tenant_table('delivery_reports');
