-- Who is an administrator. Nobody gives a role over the API: only the service and the command line do.
create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role in ('admin')),
  created_at timestamptz not null default now(),
  unique (user_id, role)
);

alter table public.user_roles enable row level security;
alter table public.user_roles force row level security;
revoke all on public.user_roles from anon, authenticated;
grant select on public.user_roles to authenticated;
grant select, insert, update, delete on public.user_roles to service_role;
create policy "a user sees her own roles" on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()));
create policy "the service manages roles" on public.user_roles for all to service_role using (true) with check (true);
create trigger audit after insert or update or delete on public.user_roles
  for each row execute function private.audit('user_id');

-- Asked by policies, under the caller's own rights: she may see her own roles.
create function private.is_admin() returns boolean language sql stable as
$$ select exists (select from public.user_roles where user_id = auth.uid() and role = 'admin') $$;
