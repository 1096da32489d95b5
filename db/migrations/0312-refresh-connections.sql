-- Access that expires: when a new token is asked for, and who is asking. The lease outlives a process that was killed meanwhile.
alter table payment_connections add column refresh_at timestamptz;
alter table payment_connections add column refresh_lease uuid;
alter table payment_connections add column refresh_leased_until timestamptz;
-- When the processor last answered, and how its last call failed that did not reach it or was not let in.
alter table payment_connections add column worked_at timestamptz;
alter table payment_connections add column failed_at timestamptz;
alter table payment_connections add column failure text
  check (failure in ('auth', 'not_connected', 'rate_limited', 'unavailable', 'unknown_outcome'));
