-- What the processor named a method that its payer still confirms with their bank.
alter table method_requests add column provider_ref text;
