-- Refunds whose last check went by without an answer were never asked after again, and nobody was told.
update refunds set next_check_at = now()
where status = 'waiting' and next_check_at is null and failure_code is null;
