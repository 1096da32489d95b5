-- A migration that earlier versions can't work beside begins with the line `-- refuses earlier versions`; they don't start then.
alter table schema_migrations add refuses_earlier boolean not null default false;
