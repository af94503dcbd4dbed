-- The owner may keep the look that the shop came with, and says so on the list of what a shop needs before it sells.
alter table private.start_marks drop constraint start_marks_name_valid;
alter table private.start_marks add constraint start_marks_name_valid
  check (name in ('look', 'sizes', 'delivery', 'policies', 'email', 'live')) not valid;
alter table private.start_marks validate constraint start_marks_name_valid;
