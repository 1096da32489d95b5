-- The email about an installment, and what it says is open, so that it is checked just before it leaves. Null for those of before.
alter table payment_plan_reminders add column mail_id uuid, add column open_minor bigint;
create index payment_plan_reminders_mail on payment_plan_reminders (account_id, mail_id) where mail_id is not null;
