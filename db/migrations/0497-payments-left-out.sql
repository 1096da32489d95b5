-- A payment that a person left out of the books counts as entered there, though it was not posted. `posted_at` says since when.
alter table payments add column left_out boolean not null default false;

alter table payments no force row level security;
alter table accounting_posts no force row level security;
alter table accounting_conflicts no force row level security;
update payments p set left_out = true, posted_at = c.closed_at, posted_by = c.closed_by
from accounting_posts o
cross join lateral (
  select closed_at, closed_by from accounting_conflicts
  where account_id = o.account_id and subject_id = o.subject_id and subject_type = 'payment'
    and choice = 'leave_out' and kind <> 'partly_joined'
  order by closed_at desc limit 1) c
where o.kind = 'payment' and o.state = 'left_out'
  and p.account_id = o.account_id and p.id = o.subject_id and p.posted_at is not null;
alter table accounting_conflicts force row level security;
alter table accounting_posts force row level security;
alter table payments force row level security;
