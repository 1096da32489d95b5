-- A link by which a person confirms a new address before it takes the former one's place, and the link in the mail to the
-- former address by which they take that back.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in
  ('verify_email', 'change_email', 'restore_email', 'reset_password', 'invite_user', 'portal_enrol', 'portal_reset',
   'pay_link_code'));
