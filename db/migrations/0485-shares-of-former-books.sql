-- What former books have of a payment or a use of credit whose change counts as known in later books only, for the way back.
alter table accounting_posts add column former_shares jsonb;
