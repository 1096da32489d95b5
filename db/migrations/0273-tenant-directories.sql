-- What lets the same schema be spread over several machines by account_id (docs/scaling.md): every unique key of a tenant
-- table holds the account, no policy has a subquery, and no trigger writes rows that live elsewhere.

-- The accounts that a person works in, which a transaction reads from the memberships before it reads rows of several.
create function app_accounts() returns uuid[] language sql stable parallel safe as
$$ select coalesce(nullif(current_setting('app.account_ids', true), ''), '{}')::uuid[] $$;
drop policy member on accounts;
create policy member on accounts for select using (account_id = any (app_accounts()));
drop policy member on companies;
create policy member on companies for select using (account_id = any (app_accounts()));
drop policy member on portal_preferences;
create policy member on portal_preferences for select using (account_id = any (app_accounts()));

-- A random id needs no index to be the only one.
alter table companies drop constraint companies_id_key;

-- Which account a link's token belongs to: found by the token's hash before the account is known. The link itself is then
-- found by its key.
create table pay_link_tokens (
  token_hash bytea primary key,
  account_id uuid not null,
  link_id uuid not null
);
create table report_link_tokens (
  token_hash bytea primary key,
  account_id uuid not null,
  link_id uuid not null
);
alter table pay_links no force row level security;
insert into pay_link_tokens (token_hash, account_id, link_id) select token_hash, account_id, id from pay_links;
alter table pay_links force row level security;
alter table report_links no force row level security;
insert into report_link_tokens (token_hash, account_id, link_id) select token_hash, account_id, id from report_links;
alter table report_links force row level security;
alter table pay_links drop constraint pay_links_token_hash_key;
alter table report_links drop constraint report_links_token_hash_key;

-- A visitor finds the one row whose hash they present, and an account adds rows for itself only.
alter table pay_link_tokens enable row level security;
alter table pay_link_tokens force row level security;
create policy presented_token on pay_link_tokens for select
  using (token_hash = decode(nullif(current_setting('app.presented_token', true), ''), 'hex'));
create policy own on pay_link_tokens for insert with check (account_id = app_account());
alter table report_link_tokens enable row level security;
alter table report_link_tokens force row level security;
create policy presented_token on report_link_tokens for select
  using (token_hash = decode(nullif(current_setting('app.presented_token', true), ''), 'hex'));
create policy own on report_link_tokens for insert with check (account_id = app_account());
grant select, insert on pay_link_tokens, report_link_tokens to quittance_app;

-- Whoever writes an entry makes the seal due: the list of due work and the entries may live on different machines.
create or replace function note_unsealed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_unsealed (account_id, entry_id) select account_id, id from added;
  return null;
end $$;
