-- Events are the audit entries about an account's business. Their details name the customer whose record they are about. A
-- column made of the details, which the chain of seals covers, has an index from which everything about a customer is read
-- in order.
alter table audit_entries add customer_id uuid generated always as
  (case when object_type = 'customer' then object_id else (detail->>'customer')::uuid end) stored;
create index audit_entries_customer on audit_entries (account_id, customer_id, at desc, id desc) where customer_id is not null;
