-- How many credit memos of each state the account and each customer has, kept up to date by what is written, and the order
-- by number. A row is a change, never a running sum, so that nobody who issues a memo waits for anybody else who does.
create table credit_memo_tallies (
  account_id uuid not null,
  scope_id uuid not null,
  state text not null,
  id bigint generated always as identity,
  memos bigint not null,
  primary key (account_id, scope_id, state, id)
);
select make_tenant_table('credit_memo_tallies');

-- What was there before. Whoever migrates may be bound by the policies of the tables that they own.
alter table credit_memos no force row level security;
alter table credit_memo_tallies no force row level security;
insert into credit_memo_tallies (account_id, scope_id, state, memos)
select m.account_id, s.scope_id, m.state, count(*)
from credit_memos m cross join lateral (values (m.account_id), (m.customer_id)) s(scope_id) group by 1, 2, 3;
alter table credit_memo_tallies force row level security;
alter table credit_memos force row level security;

-- Merges the changes of one kind into one row, for every kind that has several. Rows that somebody else is merging are
-- left to them.
create function merge_credit_memo_tallies(account uuid, scopes uuid[]) returns void language sql as $$
  with crowded as (
    select t.scope_id, t.state from credit_memo_tallies t where t.account_id = account and t.scope_id = any(scopes)
    group by t.scope_id, t.state having count(*) > 1
  ), taken as (
    select t.scope_id, t.state, t.id from credit_memo_tallies t join crowded c using (scope_id, state)
    where t.account_id = account for update of t skip locked
  ), gone as (
    delete from credit_memo_tallies t using taken
    where t.account_id = account and t.scope_id = taken.scope_id and t.state = taken.state and t.id = taken.id
    returning t.*
  )
  insert into credit_memo_tallies (account_id, scope_id, state, memos)
  select account, scope_id, state, sum(memos) from gone group by scope_id, state having sum(memos) <> 0
$$;

create function tally_credit_memos() returns trigger language plpgsql as $$
declare
  scopes record;
begin
  if tg_op = 'INSERT' then
    insert into credit_memo_tallies (account_id, scope_id, state, memos)
    select n.account_id, s.scope_id, n.state, count(*)
    from new_rows n cross join lateral (values (n.account_id), (n.customer_id)) s(scope_id) group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into credit_memo_tallies (account_id, scope_id, state, memos)
    select o.account_id, s.scope_id, o.state, -count(*)
    from old_rows o cross join lateral (values (o.account_id), (o.customer_id)) s(scope_id) group by 1, 2, 3;
  else
    insert into credit_memo_tallies (account_id, scope_id, state, memos)
    select c.account_id, s.scope_id, c.state, sum(c.change)
    from (select account_id, customer_id, state, 1 as change from new_rows
          union all select account_id, customer_id, state, -1 from old_rows) c
      cross join lateral (values (c.account_id), (c.customer_id)) s(scope_id)
    group by 1, 2, 3 having sum(c.change) <> 0;
  end if;
  if found and tg_op <> 'DELETE' and should_merge_tallies() then
    for scopes in select account_id, array_agg(distinct customer_id) || account_id as ids from new_rows group by account_id loop
      perform merge_credit_memo_tallies(scopes.account_id, scopes.ids);
    end loop;
  end if;
  return null;
end $$;

create trigger tally_inserted after insert on credit_memos referencing new table as new_rows
  for each statement execute function tally_credit_memos();
create trigger tally_updated after update on credit_memos referencing old table as old_rows new table as new_rows
  for each statement execute function tally_credit_memos();
create trigger tally_deleted after delete on credit_memos referencing old table as old_rows
  for each statement execute function tally_credit_memos();

create index credit_memos_number_order on credit_memos (account_id, number_key_of(number), id);
