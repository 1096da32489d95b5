-- Answers of customers that another system of the company records with an API key.
alter table promises drop constraint promises_source_check;
alter table promises add constraint promises_source_check check (source in ('pay_link', 'portal', 'staff', 'api'));
alter table disputes drop constraint disputes_source_check;
alter table disputes add constraint disputes_source_check check (source in ('pay_link', 'portal', 'staff', 'api'));
