-- One row is locked while a number is taken, so that numbers have neither gaps nor twins.
create table number_sequences (
  account_id uuid not null references accounts (account_id),
  kind text not null check (kind in ('invoice', 'credit_memo', 'payment')),
  prefix text not null,
  next_value bigint not null,
  width integer not null,
  primary key (account_id, kind)
);
select make_tenant_table('number_sequences');

create table invoices (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  customer_id uuid not null,
  number text not null,
  transaction_type text not null default 'invoice' check (transaction_type in ('invoice', 'late_fee')),
  state text not null check (state in ('draft', 'open', 'void', 'written_off')),
  currency text not null,
  invoice_date date not null,
  due_date date not null,
  terms text not null,
  notes text not null default '',
  subtotal_minor bigint not null,
  discount_minor bigint not null,
  tax_minor bigint not null,
  total_minor bigint not null check (total_minor >= 0),
  revision integer not null default 1,
  sent_at timestamptz,
  issued_at timestamptz,
  viewed_at timestamptz,
  closed_at timestamptz,
  closed_because text,
  import_fingerprint bytea,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select make_tenant_table('invoices');
create unique index invoices_number on invoices (account_id, lower(number));
create index invoices_number_search on invoices using gin (lower(number) gin_trgm_ops);
create index invoices_customer on invoices (account_id, customer_id, invoice_date desc, id desc);
create index invoices_date on invoices (account_id, invoice_date, id);
create index invoices_due on invoices (account_id, due_date, id);
create index invoices_state on invoices (account_id, state, due_date, id);

create table invoice_lines (
  account_id uuid not null,
  invoice_id uuid not null,
  position smallint not null,
  description text not null,
  detail text not null default '',
  quantity_e4 bigint not null,
  unit_price_minor bigint not null,
  discount_ppm integer not null default 0 check (discount_ppm between 0 and 1000000),
  tax_name text not null default '',
  tax_ppm integer not null default 0 check (tax_ppm between 0 and 1000000),
  net_minor bigint not null,
  tax_minor bigint not null,
  primary key (account_id, invoice_id, position),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
select make_tenant_table('invoice_lines');

create table invoice_revisions (
  account_id uuid not null,
  invoice_id uuid not null,
  revision integer not null,
  snapshot jsonb not null,
  replaced_at timestamptz not null,
  replaced_by uuid,
  primary key (account_id, invoice_id, revision),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
select make_tenant_table('invoice_revisions');
select make_append_only('invoice_revisions');

create table pay_links (
  account_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
select make_tenant_table('pay_links');
create index pay_links_invoice on pay_links (account_id, invoice_id);
-- Whoever presents a token sees the one row that it opens, before the account is known.
create policy presented_token on pay_links for select
  using (token_hash = decode(nullif(current_setting('app.presented_token', true), ''), 'hex'));

create table credit_memos (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  customer_id uuid not null,
  number text not null,
  state text not null check (state in ('open', 'void')),
  currency text not null,
  issued_on date not null,
  reason text not null default '',
  total_minor bigint not null check (total_minor > 0),
  created_by uuid,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select make_tenant_table('credit_memos');
create unique index credit_memos_number on credit_memos (account_id, lower(number));
create index credit_memos_customer on credit_memos (account_id, customer_id, issued_on desc, id desc);

create table credit_applications (
  account_id uuid not null,
  id uuid not null,
  credit_memo_id uuid not null,
  invoice_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  applied_at timestamptz not null,
  applied_by uuid,
  unapplied_at timestamptz,
  unapplied_by uuid,
  primary key (account_id, id),
  foreign key (account_id, credit_memo_id) references credit_memos (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
select make_tenant_table('credit_applications');
create index credit_applications_memo on credit_applications (account_id, credit_memo_id);
create index credit_applications_invoice on credit_applications (account_id, invoice_id);
