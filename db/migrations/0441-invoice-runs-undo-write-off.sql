-- Write-offs of many invoices can be undone at once.
alter table invoice_runs drop constraint invoice_runs_action_check;
alter table invoice_runs add constraint invoice_runs_action_check
  check (action in ('send', 'remind', 'void', 'write_off', 'undo_write_off'));
