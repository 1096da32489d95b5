-- Since when the connection is to this business of the company at the processor. Payments and stored methods made before
-- are known to another account of it there.
alter table payment_connections add column business_since timestamptz;
alter table payment_connections no force row level security;
update payment_connections set business_since = connected_at;
alter table payment_connections force row level security;
alter table payment_connections alter column business_since set not null;

-- The accounts that are connected to one business at a processor: while another one is, access to it is not ended there.
create table connected_businesses (
  -- SHA-256 of processor and business.
  business_hash bytea not null,
  account_id uuid not null,
  primary key (business_hash, account_id)
);
alter table payment_connections no force row level security;
insert into connected_businesses (business_hash, account_id)
  select sha256(convert_to(provider || '|' || remote_id, 'UTF8')), account_id from payment_connections where status = 'connected';
alter table payment_connections force row level security;

-- An account finds who shares the business whose hash it presents, and adds and removes itself only.
alter table connected_businesses enable row level security;
alter table connected_businesses force row level security;
create policy presented_token on connected_businesses for select
  using (business_hash = decode(nullif(current_setting('app.presented_token', true), ''), 'hex') or account_id = app_account());
create policy own on connected_businesses for insert with check (account_id = app_account());
create policy own_end on connected_businesses for delete using (account_id = app_account());
grant select, insert, delete on connected_businesses to quittance_app;
