-- A portal's login may ask for a code of an authenticator app as well, as the business app's does.
alter table portal_users
  add column second_factor_secret bytea,
  add column second_factor_confirmed_at timestamptz,
  add column second_factor_last_step bigint;

create table portal_recovery_codes (
  account_id uuid not null,
  portal_user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, portal_user_id, code_hash),
  foreign key (account_id, portal_user_id) references portal_users (account_id, id)
);
select make_tenant_table('portal_recovery_codes');

-- The link in the mail that it was turned on, by which whoever did not do it gets their login back.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in
  ('verify_email', 'change_email', 'restore_email', 'undo_second_factor', 'reset_password', 'invite_user', 'portal_enrol',
   'portal_reset', 'portal_undo_second_factor', 'pay_link_code'));
