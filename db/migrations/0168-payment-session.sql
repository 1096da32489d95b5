-- In which pay link session a payment was made: that session alone is told again with which card it was.
alter table payments add column session_id uuid;
