-- The tenant: an account, its company, and who may work in it.

create table accounts (
  account_id uuid primary key,
  account_type text check (account_type in ('local', 'provider')),
  currency text not null default 'USD',
  language text not null default 'en',
  timezone text not null default 'UTC',
  date_format text not null default 'MDY' check (date_format in ('MDY', 'DMY', 'YMD')),
  system_enabled boolean not null default false,
  holding_on_weekend boolean not null default false,
  is_active boolean not null default true,
  partial_payments boolean not null default true,
  card_surcharge_ppm integer not null default 0 check (card_surcharge_ppm between 0 and 100000),
  e_check_surcharge_ppm integer not null default 0 check (e_check_surcharge_ppm between 0 and 100000),
  default_terms text not null default 'net_30',
  default_notes text not null default '',
  is_demo boolean not null default false,
  created_at timestamptz not null
);
alter table accounts enable row level security;
alter table accounts force row level security;
grant select, insert, update on accounts to quittance_app;

create table companies (
  account_id uuid primary key references accounts (account_id),
  id uuid not null unique,
  name text not null default '',
  email text not null default '',
  phone text not null default '',
  website text not null default '',
  description text not null default '',
  addressline1 text not null default '',
  addressline2 text not null default '',
  addressline3 text not null default '',
  addressline4 text not null default '',
  city text not null default '',
  state text not null default '',
  postal_code text not null default '',
  country text not null default '',
  logo_file_id uuid,
  foreign key (account_id, logo_file_id) references stored_files (account_id, id)
);

create table memberships (
  account_id uuid not null references accounts (account_id),
  user_id uuid not null references users (id),
  role text not null check (role in ('owner', 'admin', 'advisor', 'viewer')),
  created_at timestamptz not null,
  primary key (account_id, user_id)
);
create index memberships_user on memberships (user_id);

create table portal_preferences (
  account_id uuid primary key references accounts (account_id),
  sub_domain text not null unique,
  default_sub_domain text not null,
  embed boolean not null default false,
  allowed_embed_url text not null default ''
);

-- A released name stays unusable by others for a while, so that nobody can pose as its former owner.
create table released_sub_domains (
  sub_domain text primary key,
  released_by uuid not null,
  released_at timestamptz not null
);
grant select, insert, delete on released_sub_domains to quittance_app;

select make_tenant_table('companies');
select make_tenant_table('memberships');
select make_tenant_table('portal_preferences');

-- A signed-in person sees the accounts that they are a member of, before one of them is chosen.
create policy own_memberships on memberships for select using (user_id = app_user());
create policy tenant on accounts using (account_id = app_account()) with check (account_id = app_account());
create policy member on accounts for select
  using (exists (select 1 from memberships m where m.account_id = accounts.account_id and m.user_id = app_user()));
create policy member on companies for select
  using (exists (select 1 from memberships m where m.account_id = companies.account_id and m.user_id = app_user()));
-- The schedules walk over accounts, and then work inside one at a time.
create policy scheduler on accounts for select using (current_setting('app.scheduler', true) = 'on');
-- A visitor's Host names one company: only that row can be seen.
create policy presented_host on portal_preferences for select
  using (sub_domain = current_setting('app.presented_sub_domain', true));
