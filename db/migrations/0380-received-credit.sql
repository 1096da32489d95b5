-- Money that was received at an accounting platform and settles no invoice yet is kept like a credit memo. Its number says that it is a
-- payment, a prepayment or an overpayment.
alter table credit_memos add column received boolean not null default false;
