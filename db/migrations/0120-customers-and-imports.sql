-- Customers are found by address and by either name when a file names them, and listed by them.
create index customers_email on customers (account_id, lower(email), id);
create index customers_company on customers (account_id, lower(company_name), id);

-- How much of a customer is open, without reading what was settled long ago.
create index receivables_open_customer on receivables (account_id, customer_id) include (due_date) where remaining_minor > 0;

-- Rows of an import whose invoice has several are counted by `group_row`, the first of them, which carries the record.
alter table import_runs
  add duplicate_rows integer not null default 0,
  add generation integer not null default 0,
  add attempts integer not null default 0;
alter table import_rows
  add group_row integer not null,
  add summary text not null default '';
create index import_rows_to_write on import_rows (account_id, import_id, group_row)
  where not written and fate in ('create', 'update');
create index import_runs_created on import_runs (account_id, created_at desc, id desc);
