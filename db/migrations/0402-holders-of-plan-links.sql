-- A link that a payer opened from the portal or a pay link ends with that person's access or that pay link. Both null: issued by staff.
alter table payment_plan_links
  add column holder_portal_user_id uuid,
  add column holder_pay_link_id uuid,
  -- The pay link that the link's holder got last, so that reading the page again issues no other.
  add column issued_pay_link_id uuid,
  add check (num_nonnulls(holder_portal_user_id, holder_pay_link_id) <= 1);

-- What an address asked for before, the latest first: a later request hides no earlier one.
alter table portal_access_requests
  add column earlier jsonb not null default '[]',
  -- Its texts named one customer when it arrived. A full list gives up the others first.
  add column names_customer boolean not null default false;
create index portal_access_requests_given_up on portal_access_requests (account_id, names_customer, created_at) where state = 'open';
