-- A query with parameters inside an SQL function can't be planned for several nodes, one inside a PL/pgSQL function can. The
-- account is a variable, so that the query goes to its node alone.
create or replace function find_customers(pattern text, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  account constant uuid := app_account();
begin
  return query select c.id from customers c where c.account_id = account and c.search_text like pattern limit most;
end $$;

create or replace function find_customer_ids(pattern text, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  account constant uuid := app_account();
begin
  return query select c.id from customers c where c.account_id = account and c.search_text like pattern limit most;
end $$;

create or replace function find_invoice_ids(pattern text, rare text, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  account constant uuid := app_account();
begin
  return query select i.id from invoices i where i.account_id = account and lower(i.number) like rare
    and (pattern = rare or lower(i.number) || '' like pattern) limit most;
end $$;

create or replace function find_payment_ids(pattern text, rare text, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  account constant uuid := app_account();
begin
  return query select p.id from payments p where p.account_id = account and lower(p.number) like rare
    and (pattern = rare or lower(p.number) || '' like pattern) limit most;
end $$;

create or replace function find_payments(pattern text, last4 text, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  account constant uuid := app_account();
begin
  return query
    (select p.id from payments p where p.account_id = account and lower(p.number) like pattern limit most)
    union
    (select p.id from payments p
     where p.account_id = account and p.reference <> '' and lower(p.reference) like pattern limit most)
    union
    (select p.id from payments p where p.account_id = account and p.method_last4 = last4 and p.method_last4 <> '' limit most)
    union
    (select p.id from customers c join payments p on p.account_id = c.account_id and p.customer_id = c.id
     where c.account_id = account and c.search_text like pattern limit most)
    union
    (select a.payment_id from invoices i join payment_allocations a on a.account_id = i.account_id and a.invoice_id = i.id
     where i.account_id = account and lower(i.number) like pattern limit most);
end $$;

create or replace function operational_figures(at timestamptz) returns table (figure text, label text, value double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    with unresolved as (
      select 'payment' as label, created_at from payments where next_check_at is not null and status = 'waiting' and provider_ref is null
      union all select 'refund', created_at from refunds where next_check_at is not null and status = 'waiting'
      union all select 'given_up', p.created_at from payments p where p.status = 'error'
        and exists (select from payment_cases c where c.account_id = p.account_id and c.payment_id = p.id and c.closed_at is null)
    ), counted as (
      select 'unresolved' as figure, label, created_at from unresolved
      union all select 'inbox', 'new', received_at from provider_inbox where status = 'new'
      union all select 'inbox', 'dead', received_at from provider_inbox where status = 'dead'
      union all select 'mail', 'waiting', created_at from mail_messages where status in ('queued', 'sending')
      union all select 'cases', kind, opened_at from payment_cases where closed_at is null
    )
    select figure, label, count(*)::float8 from counted group by figure, label
    union all
    select figure || '_age', label, greatest(0, extract(epoch from at - min(created_at)))::float8 from counted group by figure, label;
end $$;
