-- PDFs of many invoices are drawn by a run and kept for a day, so that a reload of the page loses neither the progress nor the file.
alter table invoice_runs drop constraint invoice_runs_action_check;
alter table invoice_runs add constraint invoice_runs_action_check
  check (action in ('send', 'remind', 'void', 'write_off', 'undo_write_off', 'pdfs'));
-- When the PDFs of a run are deleted. Null for other actions, and once they are gone.
alter table invoice_runs add column kept_until timestamptz;
create index invoice_runs_kept on invoice_runs (account_id, kept_until) where kept_until is not null;

create table invoice_run_pdfs (
  account_id uuid not null,
  run_id uuid not null,
  -- Of the invoice in the run.
  position integer not null,
  name text not null,
  bytes bytea not null,
  primary key (account_id, run_id, position),
  foreign key (account_id, run_id) references invoice_runs (account_id, id)
);
select make_tenant_table('invoice_run_pdfs');
