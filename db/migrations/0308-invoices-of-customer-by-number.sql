-- A customer's open invoices by number: their order in the portal, and which of them don't begin with a searched text.
create index invoices_customer_number on invoices (account_id, customer_id, number_key, id) where state = 'open';
