-- What an account may use: how its subscription stands, and in which rollouts it takes part. An account of which its
-- operator has said nothing is active and sees everything as it is released.
alter table accounts
  add column subscription_status text not null default 'active'
    check (subscription_status in ('trialing', 'active', 'past_due', 'canceled', 'unpaid')),
  -- Null as long as it stands as on the account's first day.
  add column subscription_since timestamptz,
  add column trial_ends_at timestamptz,
  add column new_ui boolean not null default true,
  -- Flags that were set for this account: name to true or false.
  add column flags jsonb not null default '{}' check (jsonb_typeof(flags) = 'object'),
  add check ((subscription_status = 'trialing') = (trial_ends_at is not null));
