-- An account's connections to accounting platforms. At most one is connected; the others keep what was read through them.
create table accounting_connections (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  provider text not null,
  status text not null check (status in ('connected', 'disconnected')),
  -- The company's own id at the platform.
  remote_id text not null,
  -- The company's name at the platform.
  name text not null,
  -- Encrypted for this row; null where the platform needs none.
  credentials bytea,
  connected_at timestamptz not null,
  connected_by uuid,
  -- Payments settled before it are not posted.
  posts_since timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('staff', 'platform')),
  -- Where payments are posted to, as the platform's own ids; empty for its default.
  deposit_account text not null default '',
  sync_status text not null default 'none' check (sync_status in ('none', 'queued', 'in_progress')),
  -- What a sync reads now: a kind of record, or changes; null between two syncs.
  sync_phase text,
  sync_cursor text,
  sync_full boolean not null default true,
  sync_started_at timestamptz,
  sync_done bigint not null default 0,
  sync_total bigint,
  -- Position from which the platform's changes continue; null before the first full reading.
  changes_position text,
  -- The same, taken at the beginning of a full reading.
  next_position text,
  last_sync_at timestamptz,
  first_sync_at timestamptz,
  next_sync_at timestamptz,
  failures integer not null default 0,
  failure text,
  -- Who reads or posts now, and until when nobody else does.
  claim uuid,
  claimed_until timestamptz,
  primary key (account_id, id),
  unique (account_id, provider, remote_id),
  check ((status = 'disconnected') = (ended_at is not null))
);
select make_tenant_table('accounting_connections');
create unique index accounting_connections_live on accounting_connections (account_id) where status = 'connected';

-- Which record here is which at the platform. A merged or deleted one stays, so that its former id is still understood.
create table accounting_links (
  account_id uuid not null,
  connection_id uuid not null,
  kind text not null check (kind in ('customer', 'invoice', 'credit_memo', 'payment')),
  remote_id text not null,
  -- Null for a record that is not kept here, such as an invoice that was void when it was first read.
  local_id uuid,
  version text not null,
  state text not null default 'live' check (state in ('live', 'gone', 'merged')),
  -- Address of the record in the platform's own pages; empty where it has none.
  url text not null default '',
  seen_at timestamptz not null,
  primary key (account_id, connection_id, kind, remote_id),
  foreign key (account_id, connection_id) references accounting_connections (account_id, id)
);
select make_tenant_table('accounting_links');
create index accounting_links_incomplete on accounting_links (account_id, connection_id) where version = '';
create index accounting_links_local on accounting_links (account_id, kind, local_id);
create index accounting_links_seen on accounting_links (account_id, connection_id, seen_at) where state = 'live';

-- What was posted of each payment and of each use of a credit memo.
create table accounting_posts (
  account_id uuid not null,
  connection_id uuid not null,
  kind text not null check (kind in ('payment', 'credit')),
  subject_id uuid not null,
  state text not null check (state in ('waiting', 'asked', 'posted', 'removed', 'conflict', 'left_out')),
  -- Counts the records made there for it: one that is changed is removed and made anew.
  generation integer not null default 1,
  reference text not null,
  -- What is to be posted, and the call whose answer is awaited.
  wanted jsonb not null,
  step text check (step in ('post', 'reverse')),
  -- Decided by a person: it settles no invoice there and becomes the customer's credit.
  as_credit boolean not null default false,
  remote_id text,
  remote_version text not null default '',
  url text not null default '',
  attempts integer not null default 0,
  next_at timestamptz,
  failure text,
  posted_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, kind, subject_id),
  foreign key (account_id, connection_id) references accounting_connections (account_id, id)
);
select make_tenant_table('accounting_posts');
create index accounting_posts_state on accounting_posts (account_id, state, created_at);
create index accounting_posts_remote on accounting_posts (account_id, connection_id, remote_id) where remote_id is not null;

-- The part of each invoice or credit memo that the platform knows as settled by Quittance.
create table accounting_post_shares (
  account_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  invoice_id uuid not null,
  credit_memo_id uuid,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (account_id, kind, subject_id, invoice_id),
  foreign key (account_id, kind, subject_id) references accounting_posts (account_id, kind, subject_id)
);
select make_tenant_table('accounting_post_shares');
create index accounting_post_shares_invoice on accounting_post_shares (account_id, invoice_id);

-- Differences that a person decides.
create table accounting_conflicts (
  account_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  -- The same difference is opened once.
  cause text not null,
  kind text not null,
  subject_type text not null,
  subject_id uuid,
  title text not null,
  ours jsonb not null,
  theirs jsonb not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  choice text,
  primary key (account_id, id),
  foreign key (account_id, connection_id) references accounting_connections (account_id, id)
);
select make_tenant_table('accounting_conflicts');
create unique index accounting_conflicts_open on accounting_conflicts (account_id, cause) where closed_at is null;
create index accounting_conflicts_list on accounting_conflicts (account_id, opened_at desc, id desc);

create table accounting_syncs (
  account_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  full_reading boolean not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  customers integer not null default 0,
  invoices integer not null default 0,
  credit_memos integer not null default 0,
  payments integer not null default 0,
  posted integer not null default 0,
  failure text,
  primary key (account_id, id),
  foreign key (account_id, connection_id) references accounting_connections (account_id, id)
);
select make_tenant_table('accounting_syncs');
create index accounting_syncs_list on accounting_syncs (account_id, started_at desc, id desc);

-- The connected platform as the account shows it, with the time of its latest data. Written with the connections.
alter table accounts add column accounting_connection jsonb;
-- Address of a payment's record in the accounting platform.
alter table payments add column post_url text;
