-- Who signs up with an address that is known already gets a login of nobody, so that signing in afterwards tells nothing
-- either. Its hash has the salt of the owner's own, so that one hash of what is typed answers for both.
create table decoy_logins (
  user_id uuid not null references users (id),
  password_hash text not null,
  decoy jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, password_hash)
);
grant select, insert, delete on decoy_logins to quittance_app;
