create table customer_groups (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
select make_tenant_table('customer_groups');
create unique index customer_groups_name on customer_groups (account_id, lower(name));

create table customers (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  short_name text not null,
  company_name text not null default '',
  is_active boolean not null default true,
  parent_id uuid,
  group_id uuid,
  currency text not null,
  terms text,
  email text not null default '',
  extra_emails text[] not null default '{}',
  primary_phone text not null default '',
  alternate_phone text not null default '',
  mobile_phone text not null default '',
  fax text not null default '',
  addressline1 text not null default '',
  addressline2 text not null default '',
  city text not null default '',
  state text not null default '',
  postal_code text not null default '',
  country text not null default '',
  notes text not null default '',
  reminders_on boolean not null default true,
  statements_on boolean not null default true,
  late_fees_on boolean not null default true,
  import_fingerprint bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text generated always as (lower(short_name || ' ' || company_name || ' ' || email)) stored,
  primary key (account_id, id),
  foreign key (account_id, parent_id) references customers (account_id, id),
  foreign key (account_id, group_id) references customer_groups (account_id, id),
  check (parent_id is distinct from id)
);
select make_tenant_table('customers');
create index customers_search on customers using gin (search_text gin_trgm_ops);
create index customers_name on customers (account_id, lower(short_name), id);
create index customers_created on customers (account_id, created_at, id);
create index customers_parent on customers (account_id, parent_id) where parent_id is not null;
create index customers_group on customers (account_id, group_id) where group_id is not null;

-- Imports of customers and invoices: the file, how its columns were read, and each row's fate.
create table import_runs (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  kind text not null check (kind in ('customers', 'invoices')),
  file_id uuid not null,
  file_name text not null,
  status text not null check (status in ('mapping', 'previewing', 'ready', 'running', 'done', 'failed')),
  columns jsonb not null,
  samples jsonb not null,
  mapping jsonb not null,
  date_order text not null,
  decimal_mark text not null,
  total_rows integer not null default 0,
  checked_rows integer not null default 0,
  written_rows integer not null default 0,
  created_rows integer not null default 0,
  updated_rows integer not null default 0,
  unchanged_rows integer not null default 0,
  rejected_rows integer not null default 0,
  failure text,
  created_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, file_id) references stored_files (account_id, id)
);
select make_tenant_table('import_runs');

create table import_rows (
  account_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  cells jsonb not null,
  fate text not null check (fate in ('create', 'update', 'unchanged', 'duplicate', 'reject')),
  record jsonb,
  errors jsonb not null default '{}',
  written boolean not null default false,
  primary key (account_id, import_id, row_number),
  foreign key (account_id, import_id) references import_runs (account_id, id)
);
select make_tenant_table('import_rows');
create index import_rows_fate on import_rows (account_id, import_id, fate, row_number);
