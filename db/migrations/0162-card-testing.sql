-- Somebody tries out stolen cards at a company's pay links: its people are told by a case.
alter table payment_cases drop constraint payment_cases_kind_check;
alter table payment_cases add constraint payment_cases_kind_check check (kind in ('charge_without_payment',
  'payment_without_charge', 'amount', 'currency', 'refund_without_record', 'record_without_refund', 'mismatch', 'late_charge',
  'no_outcome', 'refund_after_return', 'event_unhandled', 'card_testing'));
