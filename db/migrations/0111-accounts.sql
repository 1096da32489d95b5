-- Choosing a subdomain looks at several candidates at once.
drop policy presented_host on portal_preferences;
create policy presented_hosts on portal_preferences for select
  using (sub_domain = any (string_to_array(nullif(current_setting('app.presented_sub_domain', true), ''), ',')));

-- A member sees the addresses of their companies' portals before one of them is chosen.
create policy member on portal_preferences for select
  using (exists (select 1 from memberships m where m.account_id = portal_preferences.account_id and m.user_id = app_user()));
