-- Replaces the personal data of a customer by a tombstone. Invoices, payments and the ledger stay, for as long as the law asks,
-- and so does the audit log, whose seals cover every word.
create function erase_customer(erased uuid, tombstone text, at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account constant uuid := app_account();
  addresses text[];
  logins uuid[];
  own_invoices uuid[];
  own_mail uuid[];
begin
  select array_agg(distinct u.portal_user_id) into logins from (
      select l.portal_user_id from portal_user_customers l where l.account_id = account and l.customer_id = erased
      union select e.portal_user_id from ended_portal_access e where e.account_id = account and e.customer_id = erased) u
    where not exists (select from portal_user_customers o
      where o.account_id = account and o.portal_user_id = u.portal_user_id and o.customer_id <> erased);
  logins := coalesce(logins, '{}');
  select array_agg(distinct lower(a.address)) into addresses from (
      select unnest(c.email || c.extra_emails) as address from customers c where c.account_id = account and c.id = erased
      union select u.email from portal_users u where u.account_id = account and u.id = any (logins)
      union select r.email from portal_access_requests r where r.account_id = account and r.customer_id = erased) a
    where a.address <> '' and not exists (select from customers o where o.account_id = account and o.id <> erased
      and lower(a.address) = any (select lower(e) from unnest(o.email || o.extra_emails) e));
  addresses := coalesce(addresses, '{}');
  select coalesce(array_agg(i.id), '{}') into own_invoices from invoices i where i.account_id = account and i.customer_id = erased;
  select coalesce(array_agg(m.id), '{}') into own_mail from mail_messages m where m.account_id = account
    and (lower(m.to_address) = any (addresses) or m.related_id = erased or m.related_id = any (own_invoices)
      or m.related_id in (select p.id from payments p where p.account_id = account and p.customer_id = erased));

  update mail_messages set to_address = case when lower(to_address) = any (addresses) then 'erased@erased.invalid' else to_address end,
      subject = '', text_body = '', html_body = '', attachments = '[]', unsubscribe_url = '', failure = null
    where account_id = account and id = any (own_mail);
  update delivery_reports set detail = '' where account_id = account and mail_id = any (own_mail);
  delete from received_reports where account_id = account and (mail_id = any (own_mail) or lower(address) = any (addresses));
  delete from email_address_marks where account_id = account and lower(address) = any (addresses);
  delete from email_link_tokens where account_id = account
    and link_id in (select l.id from email_links l where l.account_id = account and lower(l.address) = any (addresses));
  delete from email_links where account_id = account and lower(address) = any (addresses);
  update statements set to_address = '' where account_id = account and customer_id = erased;
  update reminder_messages set to_address = '', subject = '' where account_id = account and customer_id = erased;
  delete from reminder_changed_texts where account_id = account and invoice_id = any (own_invoices);

  delete from contact_changes where account_id = account and customer_id = erased;
  delete from portal_access_requests where account_id = account
    and (customer_id = erased or lower(email) = any (addresses));
  delete from ended_portal_access where account_id = account and (customer_id = erased or portal_user_id = any (logins));
  delete from portal_user_customers where account_id = account and customer_id = erased;
  delete from portal_recovery_codes where account_id = account and portal_user_id = any (logins);
  delete from sessions s where s.account_id = account and (s.portal_user_id = any (logins) or s.customer_id = erased);
  delete from one_time_tokens t where t.account_id = account and (t.subject_id = any (logins) or lower(t.email) = any (addresses));
  update portal_users set email = id || '@erased.invalid', password_hash = null, disabled_at = at, second_factor_secret = null,
      second_factor_confirmed_at = null, second_factor_last_step = null
    where account_id = account and id = any (logins);
  delete from preview_codes where account_id = account and customer_id = erased;
  update pay_links set revoked_at = at where account_id = account and invoice_id = any (own_invoices) and revoked_at is null;

  delete from customer_notes where account_id = account and customer_id = erased;
  delete from customer_merges where account_id = account and (from_id = erased or into_id = erased);
  update promises set note = '' where account_id = account and customer_id = erased;
  update disputes set text = '', resolution = '' where account_id = account and customer_id = erased;
  update tasks set note = '', snooze_note = '', outcome = '', title = 'Erased', reason = '', status = 'done',
      done_at = coalesce(done_at, at)
    where account_id = account and customer_id = erased;
  update reminder_pauses set note = '' where account_id = account and (subject_id = erased or subject_id = any (own_invoices));
  update payment_plans set message = '', confirmed_ip = null, confirmed_agent = null
    where account_id = account and customer_id = erased;
  update stored_methods set brand = '', last_4_digits = '', name = '', provider_token_sealed = '\x'
    where account_id = account and customer_id = erased;
  update payments set method_last4 = null where account_id = account and customer_id = erased;
  update import_rows r set cells = '[]', record = null, summary = '' from customers c
    where c.account_id = account and c.id = erased and r.account_id = account
      and (exists (select from unnest(addresses) a where position(a in lower(r.cells::text)) > 0)
        or position(lower(c.short_name) in lower(r.cells::text)) > 0);

  update customers set short_name = tombstone, company_name = '', is_active = false, email = '', extra_emails = '{}', primary_phone = '',
      alternate_phone = '', mobile_phone = '', fax = '', addressline1 = '', addressline2 = '', city = '', state = '', postal_code = '',
      country = '', notes = '', parent_id = null, import_fingerprint = null, erased_at = at, updated_at = at
    where account_id = account and id = erased;
end $$;
revoke execute on function erase_customer(uuid, text, timestamptz) from public;
grant execute on function erase_customer(uuid, text, timestamptz) to quittance_app;
