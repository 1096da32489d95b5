-- Charts read these sums from their keys' indexes alone.
alter table customer_aging_months drop constraint customer_aging_months_pkey,
  add primary key (account_id, booked_month, currency, customer_id, due_date) include (owed_minor);
alter table payment_delays drop constraint payment_delays_pkey,
  add primary key (account_id, currency, customer_id, weeks_late) include (paid_minor);
