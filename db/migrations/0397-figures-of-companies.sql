-- What is owed in each company in which the current user works, from the counters of invoices, and its tasks that are due: one statement
-- for the console of an accountant instead of one for each company. Each company has its own day. Rows of other companies are never
-- returned, whatever ids are given.
create policy watch on invoice_tallies for select to current_user using (true);
create policy watch on tasks for select to current_user using (true);

create function figures_of_companies(ids uuid[], days date[]) returns table (
    account_id uuid, currency text, owed_minor bigint, overdue_minor bigint, overdue_invoices integer, tasks_due integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  person constant uuid := app_user();
begin
  return query
    with own as materialized (
      select m.account_id, given.today from memberships m
        join unnest(ids, days) given(account_id, today) on given.account_id = m.account_id
      where m.user_id = person
    )
    select o.account_id, t.currency, sum(t.remaining_minor)::bigint,
      coalesce(sum(t.remaining_minor) filter (where t.due_date < o.today), 0)::bigint,
      coalesce(sum(t.invoices) filter (where t.due_date < o.today), 0)::int, 0
    from own o join invoice_tallies t on t.account_id = o.account_id and t.scope_id = o.account_id and t.kind = 'owed'
    group by 1, 2 having sum(t.remaining_minor) <> 0
    union all
    select o.account_id, null, 0, 0, 0, count(*)::int
    from own o join tasks t on t.account_id = o.account_id and t.status = 'open' and coalesce(t.snoozed_until, t.due_on) <= o.today
    group by 1;
end $$;
revoke execute on function figures_of_companies(uuid[], date[]) from public;
grant execute on function figures_of_companies(uuid[], date[]) to quittance_app;
