alter table sandbox_methods rename column behaviour to behavior;
