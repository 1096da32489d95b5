-- When a decision that takes time was carried out: until then the books don't count as read. Empty for decisions that are done at once.
alter table accounting_conflicts add column carried_out_at timestamptz;
