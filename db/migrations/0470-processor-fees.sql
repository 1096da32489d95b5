-- The processor's fee for the payment, in its currency, where the processor tells it with the payment. Null where it doesn't.
alter table payments add column processor_fee_minor bigint;
