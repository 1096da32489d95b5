-- The latest conflict of a cause says whether a person closed it as settled.
create index accounting_conflicts_cause on accounting_conflicts (account_id, cause, opened_at desc, id desc);
