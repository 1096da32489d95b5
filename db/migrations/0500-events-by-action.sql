-- Activity filtered by type reads the latest events of each action in the list's own order: an action may be rare among millions of entries.
create index audit_entries_action on audit_entries (account_id, action, at desc, id desc);
