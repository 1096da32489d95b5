-- Of a customer's methods those that were removed are asked for as well: late news of a payment may not bring one back.
create index stored_methods_of_customer on stored_methods (account_id, customer_id);
drop index stored_methods_customer;
