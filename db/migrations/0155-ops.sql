-- What has to be known of a whole installation from outside: figures of every account together, and no row of any.

create index ledger_entries_recorded on ledger_entries using brin (recorded_at);
create index ledger_postings_credit on ledger_postings (account_id, credit_memo_id) where credit_memo_id is not null;
create index payments_given_up on payments (account_id) where status = 'error';
create index provider_inbox_dead on provider_inbox (account_id) where status = 'dead';

-- The two functions below run as the owner of the tables, whom forced row-level security binds as well.
create policy watch on ledger_entries for select to current_user using (true);
create policy watch on ledger_postings for select to current_user using (true);
create policy watch on receivables for select to current_user using (true);
create policy watch on credit_balances for select to current_user using (true);
create policy watch on payment_cases for select to current_user using (true);
create policy watch on provider_inbox for select to current_user using (true);
create policy watch on refunds for select to current_user using (true);
create policy watch on mail_messages for select to current_user using (true);
create policy watch on payments for select to current_user using (true);

-- Each figure with its label: how many there are, and how old the oldest is in seconds by the product's clock.
create function operational_figures(at timestamptz) returns table (figure text, label text, value double precision)
  language sql stable security definer set search_path = public, pg_temp as
$$
  with unresolved as (
    select 'payment' as label, created_at from payments where next_check_at is not null and status = 'waiting' and provider_ref is null
    union all select 'refund', created_at from refunds where next_check_at is not null and status = 'waiting'
    union all select 'given_up', created_at from payments where status = 'error'
  ), counted as (
    select 'unresolved' as figure, label, created_at from unresolved
    union all select 'inbox', 'new', received_at from provider_inbox where status = 'new'
    union all select 'inbox', 'dead', received_at from provider_inbox where status = 'dead'
    union all select 'mail', 'waiting', created_at from mail_messages where status in ('queued', 'sending')
    union all select 'cases', kind, opened_at from payment_cases where closed_at is null
  )
  select figure, label, count(*)::float8 from counted group by figure, label
  union all
  select figure || '_age', label, greatest(0, extract(epoch from at - min(created_at)))::float8 from counted group by figure, label
$$;

-- The invariants of the ledger over what was booked within the last hour; `npm run verify-ledger` looks at everything.
create function recent_breaches(at timestamptz) returns table (invariant text, breaches bigint)
  language sql stable security definer set search_path = public, pg_temp as
$$
  with recent as (
    select account_id, id from ledger_entries where recorded_at > at - interval '1 hour' limit 5000
  ), posted as (
    select p.* from recent r join ledger_postings p on p.account_id = r.account_id and p.entry_id = r.id
  ), invoices as (
    select distinct account_id, invoice_id from posted where invoice_id is not null
  ), credits as (
    select distinct account_id, credit_memo_id from posted where credit_memo_id is not null
  )
  select 'entry_balances', count(*) from (
    select 1 from posted group by account_id, entry_id, currency having sum(amount_minor) <> 0) unbalanced
  union all
  select 'receivable_is_ledger', count(*) from invoices i
    left join receivables r on r.account_id = i.account_id and r.invoice_id = i.invoice_id
    where coalesce(r.remaining_minor, 0) <> (select sum(p.amount_minor) from ledger_postings p
      where p.account_id = i.account_id and p.invoice_id = i.invoice_id)
  union all
  select 'credit_is_ledger', count(*) from credits c
    left join credit_balances b on b.account_id = c.account_id and b.credit_memo_id = c.credit_memo_id
    where coalesce(b.remaining_minor, 0) <> (select -sum(p.amount_minor) from ledger_postings p
      where p.account_id = c.account_id and p.ledger_account = 'customer_credit' and p.credit_memo_id = c.credit_memo_id)
$$;

revoke execute on function operational_figures(timestamptz), recent_breaches(timestamptz) from public;
grant execute on function operational_figures(timestamptz), recent_breaches(timestamptz) to quittance_app;

-- A copy that was restored from a backup neither sends nor charges while this row stands. Only the owner takes it away.
create table outbound_hold (
  only_row boolean primary key default true check (only_row),
  held_at timestamptz not null,
  taken_at timestamptz not null
);
grant select on outbound_hold to quittance_app;
