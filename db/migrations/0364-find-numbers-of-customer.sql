-- A customer's open invoices whose number contains a text, at most so many of them. A text like INV-1 is in a tenth of all numbers,
-- and no order of the customer's invoices has these close together: the planner would hope to meet them early, and read most of the
-- invoices instead. A bitmap of the trigram index names the matches alone, so the other ways are closed to it.
create function find_customer_invoice_ids(customer uuid, pattern text, rare text, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  account constant uuid := app_account();
begin
  return query select i.id from invoices i
    where i.account_id = account and i.customer_id = customer and i.state = 'open' and lower(i.number) like rare
      and (pattern = rare or lower(i.number) || '' like pattern) limit most;
end $$;
revoke execute on function find_customer_invoice_ids(uuid, text, text, integer) from public;
grant execute on function find_customer_invoice_ids(uuid, text, text, integer) to quittance_app;
