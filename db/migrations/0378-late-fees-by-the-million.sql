-- Every late invoice gets a fee on one day, so that each index and each foreign key of this table counts a million times. A fee's
-- invoice belongs to an account that exists, which the fee's key to the invoice says as well. The list of fees that are not waived
-- and the list of waived ones have an index each; nothing reads all fees by their day.
alter table late_fees drop constraint late_fees_account_id_fkey;
drop index late_fees_day;
