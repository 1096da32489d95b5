-- Thank-yous: steps of reminder flows that count their days from the payment of an invoice. Their text is a mail of the product.
alter table reminder_steps drop constraint reminder_steps_anchor_check;
alter table reminder_steps add constraint reminder_steps_anchor_check check (anchor in ('invoice_date', 'due_date', 'paid'));
alter table reminder_steps drop constraint reminder_steps_template_check;
alter table reminder_steps add constraint reminder_steps_template_check
  check ((kind = 'email' and anchor <> 'paid') = (template_id is not null));
alter table reminder_steps add constraint reminder_steps_paid_check
  check (anchor <> 'paid' or (offset_days between 0 and 30 and repeat_times = 0));
-- First day of the step in the live versions. Invoices that were paid before it are not thanked for.
alter table reminder_steps add column live_since date;
-- Another sender than the account: { memberId, name, email }. Null for the account.
alter table reminder_steps add column sender jsonb;

-- The remaining amount of a thank-you's message is the amount that was paid.
alter table reminder_messages add column is_thanks boolean not null default false;
-- Name and reply address of another sender than the account.
alter table reminder_messages add column sender_name text;
alter table reminder_messages add column reply_to text;
alter table reminder_outcomes add column is_thanks boolean not null default false;

-- Invoices that were settled lately.
create index ledger_entries_settling on ledger_entries (account_id, recorded_at) include (id)
  where kind in ('payment', 'unapplied_used');
