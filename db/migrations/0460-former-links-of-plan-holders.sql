-- Pay links that the holder of a plan's link got before the last one. They end with the holder's access too.
alter table payment_plan_links add column former_pay_link_ids uuid[] not null default '{}';
