-- What the aging report adds up for a customer, compared with the customer's balance.
create index customer_aging_months_customer on customer_aging_months (account_id, customer_id);
