-- What has had its time is found without looking at what hasn't.
create index sessions_over on sessions (least(expires_at, coalesce(revoked_at, expires_at)));
create index one_time_tokens_over on one_time_tokens (least(expires_at, coalesce(used_at, expires_at)));
create index throttle_counters_idle on throttle_counters (window_started_at);
create index mail_messages_lived on mail_messages (account_id, created_at)
  where text_body <> '' and status in ('sent', 'failed', 'unknown');
