-- Until when a message is tried, by the machine's clock: mail servers know nothing of the demo's.
alter table mail_messages add column give_up_at timestamptz;
alter table mail_messages no force row level security;
update mail_messages set give_up_at = created_at + interval '3 days', next_try_at = least(next_try_at, now());
alter table mail_messages force row level security;
alter table mail_messages alter column give_up_at set not null;
