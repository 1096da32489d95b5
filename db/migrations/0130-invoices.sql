-- What the lists of invoices need beside the tables themselves: orders that an index serves, and counts that are kept.

-- Runs of figures are padded, so that INV-999 comes before INV-1000.
create function number_key_of(number text) returns text language sql immutable strict parallel safe as
$$ select regexp_replace(regexp_replace(lower(number), '(\d+)', '00000000000000000000\1', 'g'), '\d*(\d{20})', '\1', 'g') $$;

alter table invoices add column number_key text collate "C" not null generated always as (number_key_of(number)) stored;
create index invoices_number_order on invoices (account_id, number_key, id);
create index invoices_total on invoices (account_id, total_minor, id);

-- Row-level security keeps LIKE and lower() away from every index, since they could tell something of rows that they are
-- asked about before the tenant is. So the trigram indexes are asked in here, where the tenant is a condition like any
-- other, and nothing but ids of the tenant's own rows comes out, at most so many.
create policy search on invoices for select to current_user using (true);
create policy search on customers for select to current_user using (true);
-- `rare` is the part of the pattern that tells numbers apart, so that the index need not walk through what all of them share.
create function find_invoice_ids(pattern text, rare text, most integer) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as
$$ select i.id from invoices i where i.account_id = app_account() and lower(i.number) like rare
     and lower(i.number) || '' like pattern limit most $$;
create function find_customer_ids(pattern text, most integer) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as
$$ select c.id from customers c where c.account_id = app_account() and c.search_text like pattern limit most $$;
revoke execute on function find_invoice_ids(text, text, integer), find_customer_ids(text, integer) from public;
grant execute on function find_invoice_ids(text, text, integer), find_customer_ids(text, integer) to quittance_app;

-- How many invoices there are of each kind, for the account and for each customer, kept up to date by what is written.
-- 'owed' is by due date and carries what remains; the other kinds are the states of invoices and have no date.
-- A row is a change, never a running sum, so that nobody who writes an invoice waits for anybody else who does.
create table invoice_tallies (
  account_id uuid not null,
  scope_id uuid not null,
  kind text not null check (kind in ('draft', 'open', 'void', 'written_off', 'owed')),
  currency text not null,
  due_date date not null,
  id bigint generated always as identity,
  invoices bigint not null,
  remaining_minor bigint not null,
  primary key (account_id, scope_id, kind, currency, due_date, id)
);
select make_tenant_table('invoice_tallies');

-- Merges the changes of one key into one row, for every key that has several. Rows that somebody else is merging are
-- left to them.
create function merge_invoice_tallies(account uuid, scopes uuid[]) returns void language sql as $$
  with crowded as (
    select t.scope_id, t.kind, t.currency, t.due_date from invoice_tallies t
    where t.account_id = account and t.scope_id = any(scopes)
    group by t.scope_id, t.kind, t.currency, t.due_date having count(*) > 1
  ), taken as (
    select t.scope_id, t.kind, t.currency, t.due_date, t.id from invoice_tallies t
      join crowded c on t.scope_id = c.scope_id and t.kind = c.kind and t.currency = c.currency and t.due_date = c.due_date
    where t.account_id = account for update of t skip locked
  ), gone as (
    delete from invoice_tallies t using taken
    where t.account_id = account and t.scope_id = taken.scope_id and t.kind = taken.kind and t.currency = taken.currency
      and t.due_date = taken.due_date and t.id = taken.id
    returning t.*
  )
  insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor)
  select account, scope_id, kind, currency, due_date, sum(invoices), sum(remaining_minor) from gone
  group by scope_id, kind, currency, due_date having sum(invoices) <> 0 or sum(remaining_minor) <> 0
$$;

-- One statement in this many merges, so that reading stays short and writing is seldom held up.
create function should_merge_tallies() returns boolean language sql volatile as $$ select random() < 0.04 $$;

create function tally_invoices() returns trigger language plpgsql as $$
declare
  scopes record;
begin
  if tg_op = 'INSERT' then
    insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor)
    select n.account_id, s.scope_id, n.state, n.currency, date '-infinity', count(*), 0
    from new_rows n cross join lateral (values (n.account_id), (n.customer_id)) s(scope_id)
    group by n.account_id, s.scope_id, n.state, n.currency;
  elsif tg_op = 'DELETE' then
    insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor)
    select o.account_id, s.scope_id, o.state, o.currency, date '-infinity', -count(*), 0
    from old_rows o cross join lateral (values (o.account_id), (o.customer_id)) s(scope_id)
    group by o.account_id, s.scope_id, o.state, o.currency;
  else
    insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor)
    select c.account_id, s.scope_id, c.state, c.currency, date '-infinity', sum(c.change), 0
    from (select account_id, customer_id, state, currency, 1 as change from new_rows
          union all select account_id, customer_id, state, currency, -1 from old_rows) c
      cross join lateral (values (c.account_id), (c.customer_id)) s(scope_id)
    group by c.account_id, s.scope_id, c.state, c.currency having sum(c.change) <> 0;
  end if;
  if found and tg_op <> 'DELETE' and should_merge_tallies() then
    for scopes in select account_id, array_agg(distinct customer_id) || account_id as ids from new_rows group by account_id loop
      perform merge_invoice_tallies(scopes.account_id, scopes.ids);
    end loop;
  end if;
  return null;
end $$;

create function tally_receivables() returns trigger language plpgsql as $$
declare
  scopes record;
begin
  if tg_op = 'INSERT' then
    insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor)
    select n.account_id, s.scope_id, 'owed', n.currency, n.due_date, count(*), sum(n.remaining_minor)
    from new_rows n cross join lateral (values (n.account_id), (n.customer_id)) s(scope_id)
    where n.remaining_minor > 0 group by n.account_id, s.scope_id, n.currency, n.due_date;
  elsif tg_op = 'DELETE' then
    insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor)
    select o.account_id, s.scope_id, 'owed', o.currency, o.due_date, -count(*), -sum(o.remaining_minor)
    from old_rows o cross join lateral (values (o.account_id), (o.customer_id)) s(scope_id)
    where o.remaining_minor > 0 group by o.account_id, s.scope_id, o.currency, o.due_date;
  else
    insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor)
    select c.account_id, s.scope_id, 'owed', c.currency, c.due_date, sum(c.change), sum(c.change * c.remaining_minor)
    from (select account_id, customer_id, currency, due_date, remaining_minor, 1 as change from new_rows where remaining_minor > 0
          union all
          select account_id, customer_id, currency, due_date, remaining_minor, -1 from old_rows where remaining_minor > 0) c
      cross join lateral (values (c.account_id), (c.customer_id)) s(scope_id)
    group by c.account_id, s.scope_id, c.currency, c.due_date
    having sum(c.change) <> 0 or sum(c.change * c.remaining_minor) <> 0;
  end if;
  if found and tg_op <> 'DELETE' and should_merge_tallies() then
    for scopes in select account_id, array_agg(distinct customer_id) || account_id as ids from new_rows group by account_id loop
      perform merge_invoice_tallies(scopes.account_id, scopes.ids);
    end loop;
  end if;
  return null;
end $$;

create trigger tally_inserted after insert on invoices referencing new table as new_rows
  for each statement execute function tally_invoices();
create trigger tally_updated after update on invoices referencing old table as old_rows new table as new_rows
  for each statement execute function tally_invoices();
create trigger tally_deleted after delete on invoices referencing old table as old_rows
  for each statement execute function tally_invoices();
create trigger tally_inserted after insert on receivables referencing new table as new_rows
  for each statement execute function tally_receivables();
create trigger tally_updated after update on receivables referencing old table as old_rows new table as new_rows
  for each statement execute function tally_receivables();
create trigger tally_deleted after delete on receivables referencing old table as old_rows
  for each statement execute function tally_receivables();

-- Applying a credit memo can be asked for twice with the same key and happens once.
alter table credit_applications add column request_id text, add column request_hash bytea;
create unique index credit_applications_request on credit_applications (account_id, request_id) where request_id is not null;
