-- No code reads it since mail is kept by the account's rules alone.
alter table users drop column keeps_own_mail;
