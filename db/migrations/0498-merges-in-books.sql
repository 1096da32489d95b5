-- A merge that was made in the books of an accounting platform has its name, and nobody here who made it.
alter table customer_merges add column merged_in text;
alter table customer_merges alter column merged_by drop not null;
alter table customer_merges add constraint customer_merges_have_an_author check (merged_by is not null or merged_in is not null);

-- The customer here that a merged record of a platform was before: it is parted again when the platform shows it as active.
alter table accounting_links add column merged_from uuid;
create index accounting_links_merged_from on accounting_links (account_id, merged_from) where merged_from is not null;
