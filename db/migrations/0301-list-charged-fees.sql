-- The list of fees that were charged and not waived, and their number.
create index late_fees_charged on late_fees (account_id, booked_on desc, id desc) where waived_at is null;
