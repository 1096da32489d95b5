-- When whoever has this session last showed their second factor.
alter table sessions add column proved_at timestamptz;
