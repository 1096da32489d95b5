-- Whoever has an address among their further ones: a report of a mail server asks for the customers with its address.
create index customers_extra_emails on customers (account_id, id) where extra_emails <> '{}';
-- Row-level security keeps the planner from using these, because their operators are not leakproof.
drop index reminder_messages_mails;
drop index tasks_invoices;
-- A message that is canceled before it leaves gives its steps back.
create index reminder_outcomes_message on reminder_outcomes (account_id, message_id) where message_id is not null;
