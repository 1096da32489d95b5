-- What the books have to keep is looked at by the schedules, account after account; what was found stands here.

-- How far the look at an account has come. A round begins once an hour and goes on piece by piece.
create table invariant_looks (
  account_id uuid primary key references accounts (account_id),
  -- When the last round was over; null while one is under way.
  rested_at timestamptz,
  -- The last entry that was looked at soon after it was booked.
  recent_sequence bigint not null,
  -- Of each kind of thing that the round goes through, the last one; none when it is through with them.
  places jsonb not null
);
select make_tenant_table('invariant_looks');

-- One row for each invariant: how many things break it, and which, so that they are looked at again.
create table invariant_findings (
  account_id uuid not null references accounts (account_id),
  invariant text not null,
  breaches integer not null check (breaches >= 0),
  subjects text[] not null,
  found_at timestamptz not null,
  primary key (account_id, invariant)
);
select make_tenant_table('invariant_findings');

-- The figures of every account together, and no row of any.
drop function recent_breaches(timestamptz);
create policy watch on invariant_findings for select to current_user using (true);
create function standing_breaches() returns table (invariant text, breaches bigint)
  language sql stable security definer set search_path = public, pg_temp as
$$ select invariant, sum(breaches)::bigint from invariant_findings group by invariant $$;
revoke execute on function standing_breaches() from public;
grant execute on function standing_breaches() to quittance_app;

-- The entries of a day, for its sums.
create index ledger_entries_booked on ledger_entries (account_id, booked_on);

-- What payments of a customer left over.
create index payments_unapplied on payments (account_id, customer_id, currency) include (unapplied_minor)
  where unapplied_minor > 0;
