-- A node of a distributed database has no transition tables for its triggers. `npm run distribute` replaces each trigger that
-- uses some by one for each row, whose function has the same name and the ending _row. Each reaches only rows of the account
-- that is written, which live on the same node. A single server keeps the triggers for each statement, which are faster.

-- Replace the changes of a scope by their sums. Rows that somebody else is replacing are left to them. In steps that each
-- concern one account, because that is all a trigger on a node may ask for.
create function sum_up_invoice_tallies(account uuid, scopes uuid[]) returns void language plpgsql as $$
declare
  taken bigint[];
  total record;
begin
  select array_agg(t.id) into taken from (
    select id from invoice_tallies where account_id = account and scope_id = any(scopes) for update skip locked) t;
  for total in
    select t.scope_id, t.kind, t.currency, t.due_date, sum(t.invoices) as invoices, sum(t.remaining_minor) as remaining
    from invoice_tallies t where t.account_id = account and t.scope_id = any(scopes) and t.id = any(taken)
    group by 1, 2, 3, 4 having sum(t.invoices) <> 0 or sum(t.remaining_minor) <> 0
  loop
    insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor)
    values (account, total.scope_id, total.kind, total.currency, total.due_date, total.invoices, total.remaining);
  end loop;
  delete from invoice_tallies where account_id = account and scope_id = any(scopes) and id = any(taken);
end $$;

create function sum_up_payment_tallies(account uuid) returns void language plpgsql as $$
declare
  taken bigint[];
  total record;
begin
  select array_agg(t.id) into taken from (select id from payment_tallies where account_id = account for update skip locked) t;
  for total in
    select t.status, t.type, t.currency, t.posted, sum(t.payments) as payments
    from payment_tallies t where t.account_id = account and t.id = any(taken)
    group by 1, 2, 3, 4 having sum(t.payments) <> 0
  loop
    insert into payment_tallies (account_id, status, type, currency, posted, payments)
    values (account, total.status, total.type, total.currency, total.posted, total.payments);
  end loop;
  delete from payment_tallies where account_id = account and id = any(taken);
end $$;

create function sum_up_credit_memo_tallies(account uuid, scopes uuid[]) returns void language plpgsql as $$
declare
  taken bigint[];
  total record;
begin
  select array_agg(t.id) into taken from (
    select id from credit_memo_tallies where account_id = account and scope_id = any(scopes) for update skip locked) t;
  for total in
    select t.scope_id, t.state, sum(t.memos) as memos
    from credit_memo_tallies t where t.account_id = account and t.scope_id = any(scopes) and t.id = any(taken)
    group by 1, 2 having sum(t.memos) <> 0
  loop
    insert into credit_memo_tallies (account_id, scope_id, state, memos)
    values (account, total.scope_id, total.state, total.memos);
  end loop;
  delete from credit_memo_tallies where account_id = account and scope_id = any(scopes) and id = any(taken);
end $$;

create function tally_invoices_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.customer_id, old.state, old.currency) = (new.customer_id, new.state, new.currency) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor) values
      (old.account_id, old.account_id, old.state, old.currency, date '-infinity', -1, 0),
      (old.account_id, old.customer_id, old.state, old.currency, date '-infinity', -1, 0);
  end if;
  if tg_op <> 'DELETE' then
    insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor) values
      (new.account_id, new.account_id, new.state, new.currency, date '-infinity', 1, 0),
      (new.account_id, new.customer_id, new.state, new.currency, date '-infinity', 1, 0);
  end if;
  if tg_op <> 'DELETE' and should_merge_tallies() then
    perform sum_up_invoice_tallies(new.account_id, array[new.account_id, new.customer_id]);
  end if;
  return null;
end $$;

create function tally_receivables_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.customer_id, old.currency, old.due_date, old.remaining_minor)
      = (new.customer_id, new.currency, new.due_date, new.remaining_minor) then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.remaining_minor > 0 then
    insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor) values
      (old.account_id, old.account_id, 'owed', old.currency, old.due_date, -1, -old.remaining_minor),
      (old.account_id, old.customer_id, 'owed', old.currency, old.due_date, -1, -old.remaining_minor);
  end if;
  if tg_op <> 'DELETE' and new.remaining_minor > 0 then
    insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor) values
      (new.account_id, new.account_id, 'owed', new.currency, new.due_date, 1, new.remaining_minor),
      (new.account_id, new.customer_id, 'owed', new.currency, new.due_date, 1, new.remaining_minor);
  end if;
  if tg_op <> 'DELETE' and should_merge_tallies() then
    perform sum_up_invoice_tallies(new.account_id, array[new.account_id, new.customer_id]);
  end if;
  return null;
end $$;

create function tally_payments_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.status, old.type, old.currency, old.posted_at is not null)
      = (new.status, new.type, new.currency, new.posted_at is not null) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into payment_tallies (account_id, status, type, currency, posted, payments)
      values (old.account_id, old.status, old.type, old.currency, old.posted_at is not null, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into payment_tallies (account_id, status, type, currency, posted, payments)
      values (new.account_id, new.status, new.type, new.currency, new.posted_at is not null, 1);
  end if;
  if tg_op <> 'DELETE' and should_merge_tallies() then
    perform sum_up_payment_tallies(new.account_id);
  end if;
  return null;
end $$;

create function tally_credit_memos_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.customer_id, old.state) = (new.customer_id, new.state) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into credit_memo_tallies (account_id, scope_id, state, memos) values
      (old.account_id, old.account_id, old.state, -1), (old.account_id, old.customer_id, old.state, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into credit_memo_tallies (account_id, scope_id, state, memos) values
      (new.account_id, new.account_id, new.state, 1), (new.account_id, new.customer_id, new.state, 1);
  end if;
  if tg_op <> 'DELETE' and should_merge_tallies() then
    perform sum_up_credit_memo_tallies(new.account_id, array[new.account_id, new.customer_id]);
  end if;
  return null;
end $$;

create function note_unsealed_row() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_unsealed (account_id, entry_id) values (new.account_id, new.id);
  return null;
end $$;
revoke execute on function note_unsealed_row() from public;
