-- Where an imported address comes from, as the owner typed it: “Market stall, May 2026”. E-mails and the back office show it;
-- `source` has the same as a plain name. Null for sign-ups, and for imports before this column.
alter table public.email_signups add column source_name text
  constraint email_signups_source_name_check check (length(source_name) between 1 and 200);
