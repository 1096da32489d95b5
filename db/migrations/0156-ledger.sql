-- One statement writes entries together with all their legs, and it fails unless every entry adds up to zero. What a
-- statement wrote is looked at as a whole, and at once: row by row at the end of the transaction, it was a fifth of the
-- time of a large import.
drop trigger entry_balances on ledger_entries;
drop function check_entry_balances();

create function check_postings() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  wrong uuid;
begin
  select n.entry_id into wrong from new_rows n group by n.account_id, n.entry_id, n.currency having sum(n.amount_minor) <> 0 limit 1;
  if found then
    raise exception 'ledger entry % does not balance', wrong using errcode = 'check_violation';
  end if;
  select n.entry_id into wrong from (select account_id, entry_id, count(*) as legs from new_rows group by account_id, entry_id) n
  where n.legs <> (select count(*) from ledger_postings p where p.account_id = n.account_id and p.entry_id = n.entry_id) limit 1;
  if found then
    raise exception 'ledger entry % is not written together with all its legs', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function check_entries() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  wrong uuid;
begin
  select n.id into wrong from new_rows n
  where not exists (select from ledger_postings p where p.account_id = n.account_id and p.entry_id = n.id) limit 1;
  if found then
    raise exception 'ledger entry % has no legs', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger postings_balance after insert on ledger_postings referencing new table as new_rows
  for each statement execute function check_postings();
create trigger entries_have_legs after insert on ledger_entries referencing new table as new_rows
  for each statement execute function check_entries();

-- What an import fills is measured by the columns that are asked for. Texts and cells, which are not, took the longest.
create or replace function measure_imported(target text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case target
    when 'import_rows' then analyze import_rows (account_id, import_id, row_number, group_row, fate, written);
    when 'customers' then analyze customers (account_id, id, name_key, company_key, email, parent_id, group_id, created_at);
    when 'customer_balances', 'invoices', 'invoice_lines', 'receivables', 'ledger_entries', 'ledger_postings' then
      execute format('analyze %I', target);
    else raise exception '% is not filled by imports', target;
  end case;
end $$;
