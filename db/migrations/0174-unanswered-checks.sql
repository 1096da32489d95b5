-- When the processor was asked for a refund last: one that it could not be asked for may be tried again later.
alter table refunds add column called_at timestamptz;

-- How often a processor gave no answer when it was asked what became of something.
alter table payments add column unanswered_checks integer not null default 0;
alter table refunds add column unanswered_checks integer not null default 0;
