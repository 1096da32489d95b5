-- What a payer owes next, by due date, however many invoices of theirs are paid.
create index receivables_customer_owed on receivables (account_id, customer_id, currency, due_date, invoice_id)
  where remaining_minor > 0;

-- Customers can pay more than is due; the rest becomes credit of theirs.
alter table accounts add column prepayments boolean not null default false;
