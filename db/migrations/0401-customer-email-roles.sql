-- What each further address of a customer gets: [{"email", "role"}] of those whose role is not billing.
alter table customers add column email_roles jsonb not null default '[]' check (jsonb_typeof(email_roles) = 'array');
