-- The processor's charges at which a day's comparison came too early: the next one looks at them by name, as they may be
-- older by then than what it goes back to.
alter table payment_reconciliations add column moving_refs text[] not null default '{}';
