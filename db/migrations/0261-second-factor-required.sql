-- Whether a company's owners and admins reach anything of it only with a second factor of their own.
alter table accounts add column second_factor_required boolean not null default false;
