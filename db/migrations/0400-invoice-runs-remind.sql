-- Many invoices can be reminded of at once.
alter table invoice_runs drop constraint invoice_runs_action_check;
alter table invoice_runs add constraint invoice_runs_action_check check (action in ('send', 'remind', 'void', 'write_off'));
