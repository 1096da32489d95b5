-- Given up is what a person has to look at: a payment with a case that is still open. One whose processor was out of reach
-- came to nothing, and one whose case somebody has closed is done with.
create or replace function operational_figures(at timestamptz) returns table (figure text, label text, value double precision)
  language sql stable security definer set search_path = public, pg_temp as
$$
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
  select figure || '_age', label, greatest(0, extract(epoch from at - min(created_at)))::float8 from counted group by figure, label
$$;
