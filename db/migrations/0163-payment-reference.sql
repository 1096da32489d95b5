-- A payment recorded by hand is found by its cheque or transfer number too.
create index payments_reference_search on payments using gin (lower(reference) gin_trgm_ops) where reference <> '';

create or replace function find_payments(pattern text, last4 text, most integer) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as
$$
  (select p.id from payments p where p.account_id = app_account() and lower(p.number) like pattern limit most)
  union
  (select p.id from payments p
   where p.account_id = app_account() and p.reference <> '' and lower(p.reference) like pattern limit most)
  union
  (select p.id from payments p where p.account_id = app_account() and p.method_last4 = last4 and p.method_last4 <> '' limit most)
  union
  (select p.id from customers c join payments p on p.account_id = c.account_id and p.customer_id = c.id
   where c.account_id = app_account() and c.search_text like pattern limit most)
  union
  (select a.payment_id from invoices i join payment_allocations a on a.account_id = i.account_id and a.invoice_id = i.id
   where i.account_id = app_account() and lower(i.number) like pattern limit most)
$$;
