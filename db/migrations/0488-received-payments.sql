-- The day on which the ledger counts a payment's money as received, so that the list of payments can be filtered by it. Null until
-- the payment is confirmed. It stays when the money is refunded or returned.
alter table payments add column booked_on date,
  -- What the company keeps of it, without its surcharge.
  add column collected_minor bigint not null generated always as (
    case when status in ('confirmed', 'refunded') then amount_minor - refunded_minor + surcharge_refunded_minor else 0 end) stored;

-- What a kind of payments adds up to: all of it, and what the company kept, without surcharges. The list shows these sums.
alter table payment_tallies add column total_minor bigint not null default 0, add column collected_minor bigint not null default 0;

create or replace function merge_payment_tallies(account uuid) returns void language sql as $$
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
  insert into payment_tallies (account_id, status, type, currency, posted, payments, total_minor, collected_minor)
  select account, status, type, currency, posted, sum(payments), sum(total_minor), sum(collected_minor) from gone
  group by status, type, currency, posted having sum(payments) <> 0 or sum(total_minor) <> 0 or sum(collected_minor) <> 0
$$;

create or replace function tally_payments() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  if tg_op = 'INSERT' then
    insert into payment_tallies (account_id, status, type, currency, posted, payments, total_minor, collected_minor)
    select account_id, status, type, currency, posted_at is not null, count(*), sum(amount_minor + surcharge_minor),
      sum(collected_minor)
    from new_rows group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into payment_tallies (account_id, status, type, currency, posted, payments, total_minor, collected_minor)
    select account_id, status, type, currency, posted_at is not null, -count(*), -sum(amount_minor + surcharge_minor),
      -sum(collected_minor)
    from old_rows group by 1, 2, 3, 4, 5;
  else
    insert into payment_tallies (account_id, status, type, currency, posted, payments, total_minor, collected_minor)
    select account_id, status, type, currency, posted, sum(change), sum(change * total), sum(change * collected)
    from (select account_id, status, type, currency, posted_at is not null as posted, 1 as change,
            amount_minor + surcharge_minor as total,
            collected_minor as collected from new_rows
          union all select account_id, status, type, currency, posted_at is not null, -1, amount_minor + surcharge_minor,
            collected_minor from old_rows) c
    group by 1, 2, 3, 4, 5
    having sum(change) <> 0 or sum(change * total) <> 0 or sum(change * collected) <> 0;
  end if;
  if found and tg_op <> 'DELETE' and should_merge_tallies() then
    for account in select distinct account_id from new_rows loop
      perform merge_payment_tallies(account);
    end loop;
  end if;
  return null;
end $$;

-- The same for each row, where the database is distributed.
create or replace function sum_up_payment_tallies(account uuid) returns void language plpgsql as $$
declare
  taken bigint[];
  total record;
begin
  select array_agg(t.id) into taken from (select id from payment_tallies where account_id = account for update skip locked) t;
  for total in
    select t.status, t.type, t.currency, t.posted, sum(t.payments) as payments, sum(t.total_minor) as total_minor,
      sum(t.collected_minor) as collected_minor
    from payment_tallies t where t.account_id = account and t.id = any(taken)
    group by 1, 2, 3, 4 having sum(t.payments) <> 0 or sum(t.total_minor) <> 0 or sum(t.collected_minor) <> 0
  loop
    insert into payment_tallies (account_id, status, type, currency, posted, payments, total_minor, collected_minor)
    values (account, total.status, total.type, total.currency, total.posted, total.payments, total.total_minor,
      total.collected_minor);
  end loop;
  delete from payment_tallies where account_id = account and id = any(taken);
end $$;

create or replace function tally_payments_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.status, old.type, old.currency, old.posted_at is not null, old.amount_minor + old.surcharge_minor,
        old.collected_minor)
      = (new.status, new.type, new.currency, new.posted_at is not null, new.amount_minor + new.surcharge_minor,
        new.collected_minor) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into payment_tallies (account_id, status, type, currency, posted, payments, total_minor, collected_minor)
      values (old.account_id, old.status, old.type, old.currency, old.posted_at is not null, -1,
        -(old.amount_minor + old.surcharge_minor),
        -old.collected_minor);
  end if;
  if tg_op <> 'DELETE' then
    insert into payment_tallies (account_id, status, type, currency, posted, payments, total_minor, collected_minor)
      values (new.account_id, new.status, new.type, new.currency, new.posted_at is not null, 1,
        new.amount_minor + new.surcharge_minor,
        new.collected_minor);
  end if;
  if tg_op <> 'DELETE' and should_merge_tallies() then
    perform sum_up_payment_tallies(new.account_id);
  end if;
  return null;
end $$;

-- What was there before. The role that migrates may be bound by the policies of the tables that it owns.
alter table payments no force row level security;
alter table ledger_entries no force row level security;
alter table payment_tallies no force row level security;
update payments p set booked_on = e.booked_on
  from ledger_entries e where e.account_id = p.account_id and e.source_id = p.id and e.kind = 'payment';
delete from payment_tallies;
insert into payment_tallies (account_id, status, type, currency, posted, payments, total_minor, collected_minor)
select account_id, status, type, currency, posted_at is not null, count(*), sum(amount_minor + surcharge_minor),
  sum(collected_minor)
from payments group by 1, 2, 3, 4, 5;
alter table payment_tallies force row level security;
alter table ledger_entries force row level security;
alter table payments force row level security;

-- Payments of some days, which are counted and added up from the index alone.
create index payments_booked on payments (account_id, booked_on desc, id desc)
  include (currency, amount_minor, surcharge_minor, collected_minor);
drop index payments_created;
create index payments_created on payments (account_id, created_at desc, id desc)
  include (currency, amount_minor, surcharge_minor, collected_minor);
