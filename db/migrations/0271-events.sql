-- Events are the audit entries about an account's business. Their details name the customer whose record they are about, so
-- that everything about a customer is read from one index, in order.
create function customer_of_record(account uuid, type text, record uuid) returns uuid
  language sql stable set search_path = public, pg_temp as $$
  select case type
    when 'invoice' then (select customer_id from invoices i where i.account_id = account and i.id = record)
    when 'payment' then (select customer_id from payments p where p.account_id = account and p.id = record)
    when 'credit_memo' then (select customer_id from credit_memos m where m.account_id = account and m.id = record)
  end
$$;

-- The details as they are stored: with the customer, unless the writer named one or there is none.
create function audit_detail(detail jsonb, account uuid, type text, record uuid) returns jsonb
  language sql stable set search_path = public, pg_temp as $$
  select case when detail ? 'customer' or customer is null then detail else detail || jsonb_build_object('customer', customer) end
  from customer_of_record(account, type, record) as customer
$$;

-- A column of its own for the index, made of the details, which the chain of seals covers.
alter table audit_entries add customer_id uuid generated always as
  (case when object_type = 'customer' then object_id else (detail->>'customer')::uuid end) stored;
create index audit_entries_customer on audit_entries (account_id, customer_id, at desc, id desc) where customer_id is not null;
