-- Changes of contact data that customers propose; the company approves or refuses them.
create table contact_changes (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  customer_id uuid not null,
  state text not null default 'open' check (state in ('open', 'approved', 'refused', 'replaced', 'withdrawn')),
  -- The changed fields by their names in the API, as proposed and as they were then.
  proposed jsonb not null,
  before jsonb not null,
  -- The portal login, and where its answer is mailed.
  proposed_by uuid not null,
  proposed_by_email text not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  note text not null default '' check (char_length(note) <= 500),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  check ((state = 'open') = (decided_at is null))
);
select make_tenant_table('contact_changes');
-- One at a time.
create unique index contact_changes_open on contact_changes (account_id, customer_id) where state = 'open';
create index contact_changes_customer on contact_changes (account_id, customer_id, proposed_at desc);
