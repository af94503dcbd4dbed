-- One row: the text messages of the latest day (UTC) on which one was sent, and how many went to numbers not yet verified.
create table private.text_message_use (
  is_only boolean primary key default true check (is_only),
  day date not null default '-infinity',
  messages integer not null default 0,
  to_new_numbers integer not null default 0
);
insert into private.text_message_use default values;

alter table private.text_message_use enable row level security;
alter table private.text_message_use force row level security;
grant select, update on private.text_message_use to service_role;
create policy "service_role may do everything" on private.text_message_use for all to service_role using (true) with check (true);
