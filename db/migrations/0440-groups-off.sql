-- Each query of automatic payments asks which groups have them switched off: few or none.
create index customer_groups_auto_pay_off on customer_groups (account_id, id) where not auto_pay_on;
