-- Who works in no company is mailed to all the same: what they are sent is kept under their own id, as under an account's.
-- Marked, so that the schedules for mail find these people without looking through all.
alter table users add column keeps_own_mail boolean not null default false;
create index users_keeping_own_mail on users (id) where keeps_own_mail;
