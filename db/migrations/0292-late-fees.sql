-- Late fees: the rules that charge them, and each fee that was ever charged.
-- Their income has an account of its own: fee_income counts as money received, and a late fee is only owed.
alter table ledger_postings drop constraint ledger_postings_ledger_account_check;
alter table ledger_postings add constraint ledger_postings_ledger_account_check check (ledger_account in ('receivable', 'clearing',
  'sales', 'sales_tax', 'credits_given', 'customer_credit', 'unapplied', 'write_offs', 'fee_income', 'late_fee_income'));

-- The part of the total that is late fees, without waived ones. Lines, discounts and taxes have none of it.
alter table invoices add column fees_minor bigint not null default 0;
alter table invoices add constraint invoices_fees_check check (fees_minor between 0 and total_minor);

create table late_fee_rules (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  name text not null,
  -- Customers of the rule's groups, or every customer whose group has no rule.
  covers text not null check (covers in ('groups', 'everyone_else')),
  state text not null default 'draft' check (state in ('draft', 'on', 'off')),
  -- Counts changes, so that two people who edit at once do not overwrite each other.
  revision integer not null default 1,
  kind text not null check (kind in ('flat', 'percent', 'both', 'higher')),
  flat_minor bigint not null check (flat_minor >= 0),
  rate_ppm integer not null check (rate_ppm between 0 and 1000000),
  compounds boolean not null,
  grace_days integer not null check (grace_days between 1 and 365),
  repeat text not null check (repeat in ('once', 'days', 'monthly')),
  every_days integer not null check (every_days between 0 and 365),
  day_of_month integer check (day_of_month between 1 and 31),
  cap_minor bigint check (cap_minor > 0),
  cap_ppm integer check (cap_ppm between 1 and 1000000),
  yearly_cap_ppm integer check (yearly_cap_ppm between 1 and 1000000),
  min_remaining_minor bigint not null default 0 check (min_remaining_minor >= 0),
  -- Text of the line on an invoice; {month} stands for the fee's month.
  line_text text not null,
  -- Item of the accounting platform to which fees post; empty for none.
  item text not null default '',
  -- The rule charges nothing for days before this one of the account's calendar. Null while it is not on.
  on_since date,
  -- True when invoices that were late already then are charged one fee each for the days before.
  includes_late boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, id),
  check ((state = 'on') = (on_since is not null)),
  check (deleted_at is null or state <> 'on')
);
select make_tenant_table('late_fee_rules');
create unique index late_fee_rules_name on late_fee_rules (account_id, name) where deleted_at is null;
create unique index late_fee_rules_default on late_fee_rules (account_id) where covers = 'everyone_else' and state = 'on';

create table late_fee_rule_groups (
  account_id uuid not null,
  group_id uuid not null,
  rule_id uuid not null,
  primary key (account_id, group_id),
  foreign key (account_id, group_id) references customer_groups (account_id, id) on delete cascade,
  foreign key (account_id, rule_id) references late_fee_rules (account_id, id) on delete cascade
);
select make_tenant_table('late_fee_rule_groups');
create index late_fee_rule_groups_rule on late_fee_rule_groups (account_id, rule_id);

create table late_fees (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  invoice_id uuid not null,
  rule_id uuid not null,
  period integer not null,
  -- Day of the period; the fee is booked on it or, after an outage, later.
  day date not null,
  booked_on date not null,
  description text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The limit that lowered it; null for none.
  cap text check (cap in ('amount', 'share', 'year')),
  entry_id uuid not null,
  -- The waived part of the amount; zero unless it is waived.
  waived_minor bigint not null default 0 check (waived_minor between 0 and amount_minor),
  waived_at timestamptz,
  -- The member of the account who waived it; null when the product did.
  waived_by uuid,
  waived_because text not null default '',
  waiver_entry_id uuid,
  created_at timestamptz not null,
  primary key (account_id, id),
  -- One fee for an invoice, a rule and a period, ever.
  unique (account_id, invoice_id, rule_id, period),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  foreign key (account_id, rule_id) references late_fee_rules (account_id, id),
  check ((waived_minor > 0) = (waived_at is not null) and (waived_at is null) = (waiver_entry_id is null))
);
select make_tenant_table('late_fees');
create index late_fees_day on late_fees (account_id, booked_on desc, id desc);
create index late_fees_waived on late_fees (account_id, waived_at desc, id desc) where waived_at is not null;
