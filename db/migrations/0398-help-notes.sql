-- Topics of help whose note a person has hidden.
alter table users add column help_hidden text[] not null default '{}';
