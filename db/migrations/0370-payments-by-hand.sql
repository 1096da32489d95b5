-- Platforms whose API records no payments: a person enters each there, and it is found by reading.
alter table accounting_posts drop constraint accounting_posts_state_check;
alter table accounting_posts add constraint accounting_posts_state_check
  check (state in ('waiting', 'asked', 'by_hand', 'posted', 'removed', 'conflict', 'left_out'));
-- When a person was asked first, by the wall clock: what was entered there long before is another payment.
alter table accounting_posts add column asked_at timestamptz;
-- The record there that was recognized as this share. Null where it was posted by us.
alter table accounting_post_shares add column remote_id text;
