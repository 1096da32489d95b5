-- Tasks that are done in another program, such as a payment to enter in the books.
alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check
  check (kind in ('follow_up', 'failed_charge', 'refused_address', 'answer', 'books_entry', 'other'));
-- Address there where it is done.
alter table tasks add column url text not null default '';
