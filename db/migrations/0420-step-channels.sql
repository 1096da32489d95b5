-- The kind of a step names the channel by which it goes out. Channels are part of the program, which refuses others.
alter table reminder_steps drop constraint reminder_steps_kind_check;
alter table reminder_steps add constraint reminder_steps_kind_check check (kind ~ '^[a-z][a-z_]{0,29}$');
