-- Logins at other providers. One that signed up with an address that is somebody else's leads to nobody, so that it can't be
-- told from any other; what the provider says of the address is kept to know which links a mailed password leaves standing.
alter table external_identities alter user_id drop not null;
alter table external_identities add column decoy jsonb;
alter table external_identities add column email text;
alter table external_identities add column email_verified boolean not null default false;
alter table external_identities add constraint external_identities_whose check ((user_id is null) <> (decoy is null));
-- One login at each provider is a person's.
create unique index external_identities_user on external_identities (user_id, provider);

-- What was brought back from a provider, and by which somebody then got in: each works once. Only hashes, until they expire.
create table spent_authorizations (
  secret_hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_authorizations_expiry on spent_authorizations (expires_at);
grant select, insert, delete on spent_authorizations to quittance_app;
