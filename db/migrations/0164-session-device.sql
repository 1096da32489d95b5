-- Of what a browser says about itself only the words that a person recognises are kept: 'Firefox on Windows'.
alter table sessions rename column user_agent to device;
alter table sessions add constraint sessions_device check (length(device) <= 60);
