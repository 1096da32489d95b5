-- What one customer's invoices are ordered by what remains of them. Takes the place of an index of the open ones only, which
-- goes first: whoever waits for both locks in turn may wait for somebody who waits for the first.
drop index receivables_open_customer;
create index receivables_customer_remaining on receivables (account_id, customer_id, remaining_minor, invoice_id) include (due_date);
