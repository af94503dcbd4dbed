-- The list of those who asked to be told: who may be written to, and what is an address.

-- The one rule of every letter to the list: she said yes, has not said no since, and no list of noes holds her address.
create function private.may_be_written_to(s public.email_signups) returns boolean language sql stable as $$
  select s.confirmed_at is not null and s.unsubscribed_at is null
    and not exists (select from private.suppressions n where n.address_hash = private.address_hash(s.email))
$$;
revoke all on function private.may_be_written_to(public.email_signups) from public;
grant execute on function private.may_be_written_to(public.email_signups) to service_role;
