-- A link that a pay link alone opened agrees to no automatic charges, also when the customer turns them on later.
alter table payment_plan_links add column may_charge boolean not null default true;
