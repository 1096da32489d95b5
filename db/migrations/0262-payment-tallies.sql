-- How many payments there are of each status, type, currency and fate in the company's own books, kept up to date by what
-- is written. A row is a change, never a running sum, so that nobody who pays waits for anybody else who does.
create table payment_tallies (
  account_id uuid not null,
  status text not null,
  type text not null,
  currency text not null,
  posted boolean not null,
  id bigint generated always as identity,
  payments bigint not null,
  primary key (account_id, status, type, currency, posted, id)
);
select make_tenant_table('payment_tallies');

-- What was there before. Whoever migrates may be bound by the policies of the tables that they own.
alter table payments no force row level security;
alter table payment_tallies no force row level security;
insert into payment_tallies (account_id, status, type, currency, posted, payments)
select account_id, status, type, currency, posted_at is not null, count(*) from payments group by 1, 2, 3, 4, 5;
alter table payment_tallies force row level security;
alter table payments force row level security;

-- Merges the changes of one kind into one row, for every kind that has several. Rows that somebody else is merging are
-- left to them.
create function merge_payment_tallies(account uuid) returns void language sql as $$
  with crowded as (
    select t.status, t.type, t.currency, t.posted from payment_tallies t where t.account_id = account
    group by t.status, t.type, t.currency, t.posted having count(*) > 1
  ), taken as (
    select t.status, t.type, t.currency, t.posted, t.id from payment_tallies t join crowded c using (status, type, currency, posted)
    where t.account_id = account for update of t skip locked
  ), gone as (
    delete from payment_tallies t using taken
    where t.account_id = account and t.status = taken.status and t.type = taken.type and t.currency = taken.currency
      and t.posted = taken.posted and t.id = taken.id
    returning t.*
  )
  insert into payment_tallies (account_id, status, type, currency, posted, payments)
  select account, status, type, currency, posted, sum(payments) from gone
  group by status, type, currency, posted having sum(payments) <> 0
$$;

create function tally_payments() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  if tg_op = 'INSERT' then
    insert into payment_tallies (account_id, status, type, currency, posted, payments)
    select account_id, status, type, currency, posted_at is not null, count(*) from new_rows group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into payment_tallies (account_id, status, type, currency, posted, payments)
    select account_id, status, type, currency, posted_at is not null, -count(*) from old_rows group by 1, 2, 3, 4, 5;
  else
    insert into payment_tallies (account_id, status, type, currency, posted, payments)
    select account_id, status, type, currency, posted, sum(change)
    from (select account_id, status, type, currency, posted_at is not null as posted, 1 as change from new_rows
          union all select account_id, status, type, currency, posted_at is not null, -1 from old_rows) c
    group by 1, 2, 3, 4, 5 having sum(change) <> 0;
  end if;
  if found and tg_op <> 'DELETE' and should_merge_tallies() then
    for account in select distinct account_id from new_rows loop
      perform merge_payment_tallies(account);
    end loop;
  end if;
  return null;
end $$;

create trigger tally_inserted after insert on payments referencing new table as new_rows
  for each statement execute function tally_payments();
create trigger tally_updated after update on payments referencing old table as old_rows new table as new_rows
  for each statement execute function tally_payments();
create trigger tally_deleted after delete on payments referencing old table as old_rows
  for each statement execute function tally_payments();

-- It told how many there are in all.
drop table payment_counts;
