-- The link in the mail that two-step login was turned on, by which whoever did not do it gets their account back.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in
  ('verify_email', 'change_email', 'restore_email', 'undo_second_factor', 'reset_password', 'invite_user', 'portal_enrol',
   'portal_reset', 'pay_link_code'));
