-- Customers are found by address and by either name when a file names them, and listed by them.
create index customers_email on customers (account_id, lower(email), id);
create index customers_company on customers (account_id, lower(company_name), id);

-- How much of a customer is open, without reading what was settled long ago.
create index receivables_open_customer on receivables (account_id, customer_id) include (due_date) where remaining_minor > 0;
