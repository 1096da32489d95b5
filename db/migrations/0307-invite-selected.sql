-- A run of invitations may be of selected customers; null for all of them.
alter table portal_invite_runs add column customer_ids uuid[];
