-- Uses of credit that people entered at the platform and that were recognized without their memo: it was reduced here twice.
alter table accounting_posts no force row level security;
alter table accounting_post_shares no force row level security;
alter table accounting_links no force row level security;
update accounting_post_shares s set credit_memo_id = (p.wanted ->> 'memo')::uuid
  from accounting_posts p
  where s.account_id = p.account_id and s.kind = p.kind and s.subject_id = p.subject_id
    and s.kind = 'credit' and s.remote_id is not null and s.credit_memo_id is null;
-- The next sync reads these memos again.
update accounting_links l set version = ''
  from accounting_post_shares s
  where s.account_id = l.account_id and s.credit_memo_id = l.local_id and s.remote_id is not null
    and l.kind = 'credit_memo' and l.state = 'live';
alter table accounting_posts force row level security;
alter table accounting_post_shares force row level security;
alter table accounting_links force row level security;
create index accounting_post_shares_memo on accounting_post_shares (account_id, credit_memo_id)
  where credit_memo_id is not null;
