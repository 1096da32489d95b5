-- A pay link for several invoices of one customer. Links of one invoice have no rows here.
alter table pay_links add column several boolean not null default false;

create table pay_link_invoices (
  account_id uuid not null,
  pay_link_id uuid not null,
  invoice_id uuid not null,
  -- Whose invoice it was when the link was made. The link opens nothing of another customer.
  customer_id uuid not null,
  primary key (account_id, pay_link_id, invoice_id),
  foreign key (account_id, pay_link_id) references pay_links (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select make_tenant_table('pay_link_invoices');
