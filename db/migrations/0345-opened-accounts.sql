-- Accounts that were opened at a processor from here, and what a processor waits for before it takes payments for an account.
alter table payment_connections add column opened_here boolean not null default false;
alter table payment_connections add column charges_enabled boolean not null default true;
alter table payment_connections add column missing text[] not null default '{}';
