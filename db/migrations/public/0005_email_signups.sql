-- People who asked to be told. Anybody may add an address; nobody reads the list but administrators.
create table public.email_signups (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email ~ '^[^@\s,;:<>()"\\\x01-\x1f]+@[^@\s,;:<>()"\\\x01-\x1f]+\.[^@\s,;:<>()"\\\x01-\x1f]+$' and length(email) <= 254),
  created_at timestamptz not null default public.shop_now()
);

-- One address, one row, whatever its case: stored lower-case and trimmed before the unique key looks.
create function private.before_signup() returns trigger language plpgsql as $$
begin
  new.email := lower(trim(new.email));
  return new;
end $$;
create trigger before_write before insert or update on public.email_signups
  for each row execute function private.before_signup();
alter table public.email_signups add constraint email_signups_email_key unique (email);

alter table public.email_signups enable row level security;
alter table public.email_signups force row level security;
revoke all on public.email_signups from anon, authenticated;
grant insert (email) on public.email_signups to anon, authenticated;
grant select, update (email), delete on public.email_signups to authenticated;
grant select, insert, update, delete on public.email_signups to service_role;
create policy "anybody signs up" on public.email_signups for insert to anon, authenticated with check (true);
create policy "administrators read sign-ups" on public.email_signups for select to authenticated
  using ((select private.is_admin()));
create policy "administrators correct sign-ups" on public.email_signups for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators remove sign-ups" on public.email_signups for delete to authenticated
  using ((select private.is_admin()));
create policy "the service manages sign-ups" on public.email_signups for all to service_role using (true) with check (true);
