-- Some mails tell of one thing that happened, and may be asked for more than once: the key lets the first one through.
alter table mail_messages add column once_key text;
create unique index mail_messages_once on mail_messages (account_id, once_key) where once_key is not null;
-- Whether the owners hear by mail of each payment that a customer makes.
alter table accounts add column email_on_payment boolean not null default true;
