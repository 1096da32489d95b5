-- A server compares its replica's version of the tables with the primary's before it reads from the replica.
grant select on schema_migrations to quittance_app;
