-- The editor of a flow says what each of its steps sent, and the list of sent reminders shows one step alone.
create index reminder_messages_step on reminder_messages (account_id, step_id, sent_at desc, id desc);
create index reminder_outcomes_task on reminder_outcomes (account_id, step_id) where task_id is not null;
