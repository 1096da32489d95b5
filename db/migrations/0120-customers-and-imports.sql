-- Customers are listed by name, and found by address and by either name when a file names them. The keys are columns:
-- row-level security keeps lower() away from every index, but not the equality of columns.
alter table customers
  add column name_key text not null generated always as (lower(short_name)) stored,
  add column company_key text not null generated always as (lower(company_name)) stored,
  add constraint customers_email_lower check (email = lower(email));
drop index customers_name;
create index customers_name on customers (account_id, name_key, id);
create index customers_company on customers (account_id, company_key, id);
create index customers_email on customers (account_id, email, id);

-- LIKE is kept away from the trigram index just so. Here the tenant is a condition like any other, and nothing but ids
-- of its own rows comes out.
create function find_customers(pattern text, most integer) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as
$$ select c.id from customers c where c.account_id = app_account() and c.search_text like pattern limit most $$;
revoke execute on function find_customers(text, integer) from public;
grant execute on function find_customers(text, integer) to quittance_app;

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

-- What an import fills is measured while it fills, as the planner would otherwise take it for empty until the next
-- autovacuum: with row-level security every index looks alike then.
create function measure_imported(target text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if target not in ('customers', 'customer_balances', 'invoices', 'invoice_lines', 'receivables', 'ledger_entries', 'ledger_postings',
    'import_rows') then
    raise exception '% is not filled by imports', target;
  end if;
  execute format('analyze %I', target);
end $$;
revoke execute on function measure_imported(text) from public;
grant execute on function measure_imported(text) to quittance_app;
