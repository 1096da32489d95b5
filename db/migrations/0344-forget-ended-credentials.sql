-- Connections that ended before their credentials were forgotten with them. Nothing reads them again.
alter table payment_connections no force row level security;
update payment_connections set credentials = '\x' where status = 'disconnected';
alter table payment_connections force row level security;
