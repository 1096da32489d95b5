-- Asked by itself, each entry finds its legs by their primary key. As a join, the check was planned while the tables were
-- small and then went through all legs of the account.
create or replace function check_entries() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  wrong uuid;
begin
  select n.id into wrong from new_rows n
  where (select count(*) from ledger_postings p where p.account_id = n.account_id and p.entry_id = n.id) = 0 limit 1;
  if found then
    raise exception 'ledger entry % has no legs', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
