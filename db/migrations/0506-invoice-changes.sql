-- Entries that moved an invoice to another customer are found by the invoices of the former one, whose statement shows them. A
-- customer may have tens of thousands of invoices, and few entries change one.
create index ledger_entries_changes on ledger_entries (account_id, source_id) where kind = 'invoice_change';
