-- What was read from end to end once there were thousands of rows.

-- A customer's consents, the last one first, be it withdrawn or not.
create index auto_payment_consents_customer on auto_payment_consents (account_id, customer_id, agreed_at desc, id desc);

-- Charges that went through and whose money came back: asked for once a minute, of some thousand tries that went well.
create index payments_taken_back on payments (account_id, settled_at) where status = 'rejected' and captured_minor > 0;
create index auto_payment_tries_payment on auto_payment_tries (account_id, payment_id) where state = 'paid';
drop index auto_payment_tries_paid;

-- A column, because behind the policies an index of an expression is not asked: each login in a portal read every login of it.
alter table portal_users add column email_key text not null generated always as (lower(email)) stored;
drop index portal_users_email;
create unique index portal_users_email on portal_users (account_id, email_key);

-- The list of credit memos, newest first.
create index credit_memos_listed on credit_memos (account_id, issued_on desc, id desc);
