-- Texts that a person wrote for one message. The row names the message by its invoice that is due longest; it is deleted when
-- the message is queued.
create table reminder_changed_texts (
  account_id uuid not null,
  invoice_id uuid not null,
  step_id text not null,
  occurrence integer not null,
  subject text not null,
  body text not null,
  -- What the message was about when its text was written. With other invoices or amounts the text no longer fits.
  invoice_ids uuid[] not null,
  remaining_minor bigint not null,
  changed_by uuid,
  changed_at timestamptz not null,
  primary key (account_id, invoice_id, step_id, occurrence),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
select make_tenant_table('reminder_changed_texts');

-- Whether a message brought its customer to the page: the first time that one of its pay links was opened.
alter table pay_links add column opened_at timestamptz;
alter table reminder_messages add column pay_link_ids uuid[] not null default '{}';
