-- Switches of a group for all of its customers. `auto_pay_on` stops charges and keeps the customers' consents.
alter table customer_groups add column statements_on boolean not null default true;
alter table customer_groups add column late_fees_on boolean not null default true;
alter table customer_groups add column auto_pay_on boolean not null default true;

-- The staff get no notices of the account's business; a person's own security emails still reach them.
alter table accounts add column un_subscribe_from_all_system_emails boolean not null default false;
-- Another system sends the reminders, so flows send none.
alter table accounts add column use_legacy_reminders boolean not null default false;
