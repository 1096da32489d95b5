-- Actions on many invoices at once: sending, voiding or writing off the selected ones, one after another.
create table invoice_runs (
  account_id uuid not null references accounts (account_id),
  id uuid not null,
  action text not null check (action in ('send', 'void', 'write_off')),
  state text not null check (state in ('running', 'done', 'failed', 'canceled')),
  -- In the order of the list; a run that was interrupted goes on at `position`, counted from 0.
  invoice_ids uuid[] not null,
  position integer not null default 0,
  done_count integer not null default 0,
  left_out_count integer not null default 0,
  -- The first invoices left out: [{"invoice", "number", "reason", "text"}].
  left_out jsonb not null default '[]',
  -- The email's message, or why the invoices are closed.
  note text not null,
  failure text,
  request_id text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id),
  unique (account_id, request_id),
  check ((state = 'running') = (finished_at is null))
);
select make_tenant_table('invoice_runs');
create index invoice_runs_listed on invoice_runs (account_id, created_at desc);
