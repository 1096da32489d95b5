-- The parent that a customer has at its platform and not here: it was not read yet, or would close a circle.
alter table accounting_links add column awaited_parent text;
create index accounting_links_awaited_parent on accounting_links (account_id, connection_id, awaited_parent)
  where awaited_parent is not null;
