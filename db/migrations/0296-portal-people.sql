-- Several people log in to the portal for one customer; the staff's list says when each was last seen and who was removed.
alter table portal_users add column last_seen_at timestamptz;

-- Access of a login to a customer that was ended.
create table ended_portal_access (
  account_id uuid not null references accounts (account_id),
  portal_user_id uuid not null,
  customer_id uuid not null,
  ended_at timestamptz not null,
  primary key (account_id, portal_user_id, customer_id),
  foreign key (account_id, portal_user_id) references portal_users (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select make_tenant_table('ended_portal_access');
create index ended_portal_access_customer on ended_portal_access (account_id, customer_id);

-- A link that logs in, and a code that leads from a pay link to the portal.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in
  ('verify_email', 'change_email', 'restore_email', 'undo_second_factor', 'reset_password', 'invite_user', 'portal_enrol',
   'portal_reset', 'portal_undo_second_factor', 'portal_log_in', 'pay_link_code', 'pay_link_portal'));
