-- The pay link that was mailed to finish a payment, when its payer has to act later: whoever opens it continues the payment.
alter table payments add column continue_link_id uuid;
-- A dispute of the payment at its processor: reason, status, dueBy, won, lost.
alter table payments add column dispute jsonb;
