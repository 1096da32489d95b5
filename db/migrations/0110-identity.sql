-- The account under which a person's own mails and audit lines are kept: the first that they belonged to.
alter table users add column home_account_id uuid references accounts (account_id) deferrable initially deferred;

-- A sign-up with an address that is already known gets a session of nobody, so that it can't be told from any other.
alter table sessions add column decoy jsonb;

-- Short codes can be guessed: wrong tries are counted on the code.
alter table one_time_tokens add column failures integer not null default 0;
