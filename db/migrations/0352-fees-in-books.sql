-- Late fees and surcharges are posted too, with the items and the tax code that the company picks.
alter table accounting_posts drop constraint accounting_posts_kind_check;
alter table accounting_posts add constraint accounting_posts_kind_check check (kind in ('payment', 'credit', 'late_fee', 'surcharge'));
alter table accounting_connections add column fee_item text not null default '';
alter table accounting_connections add column fee_tax_code text not null default '';
-- Empty: surcharges are not posted.
alter table accounting_connections add column surcharge_item text not null default '';
-- Surcharges of payments settled before it are not posted.
alter table accounting_connections add column surcharges_since timestamptz;
alter table accounting_connections add check ((surcharge_item = '') = (surcharges_since is null));
