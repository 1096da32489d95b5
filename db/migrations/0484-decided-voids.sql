-- The records that a person saw when they decided to void what new books don't have: nothing else is voided by it.
alter table accounting_conflicts add column subject_ids uuid[];
