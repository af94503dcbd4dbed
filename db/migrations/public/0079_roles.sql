-- Helpers in the back office: `workroom` has the board and what is printed for it, `pages` garments and pages. An account has
-- one role at most.
alter table public.user_roles drop constraint user_roles_role_check;
alter table public.user_roles add constraint user_roles_role_check check (role in ('admin', 'workroom', 'pages'));
alter table public.user_roles add constraint user_roles_user_id_key unique (user_id);
alter table public.user_roles drop constraint user_roles_user_id_role_key;

-- Whether the caller has one of these roles, needs no second factor and, with ADMIN_MFA=required, has shown one. Runs with
-- the rights of the caller, who may read its own role.
create function private.has_role(variadic wanted text[]) returns boolean language sql stable as $$
  select exists (select from public.user_roles where user_id = auth.uid() and role = any(wanted))
    and not private.needs_second_factor()
    and (private.has_second_factor() or not (select admin_mfa_required from private.access_rules))
$$;

create or replace function private.is_admin() returns boolean language sql stable as $$
  select private.has_role('admin')
$$;

-- Garments belong to administrators and to the helpers of the pages.
alter policy "customers see active products, administrators all" on public.products
  using (active or (select private.has_role('admin', 'pages')));
alter policy "administrators add products" on public.products
  with check ((select private.has_role('admin', 'pages')));
alter policy "administrators change products" on public.products
  using ((select private.has_role('admin', 'pages'))) with check ((select private.has_role('admin', 'pages')));
alter policy "administrators delete products" on public.products
  using ((select private.has_role('admin', 'pages')));

-- A helper of the pages adds pictures, and reads those that are there; the sweep of the storage deletes unused ones.
-- One policy for both roles: with two of them PostgreSQL reads a whole bucket for an account that has neither.
drop policy "administrators manage objects" on storage.objects;
create policy "administrators read objects, pages pictures" on storage.objects for select to authenticated
  using (bucket_id >= (select case when private.has_role('admin', 'pages') then '' end)
    and (bucket_id = 'product-images' or (select private.is_admin())));
create policy "administrators add objects, pages pictures" on storage.objects for insert to authenticated
  with check ((select private.is_admin())
    or bucket_id = (select case when private.has_role('pages') then 'product-images' end));
create policy "administrators change objects" on storage.objects for update to authenticated
  using (bucket_id >= (select case when private.is_admin() then '' end)) with check ((select private.is_admin()));
create policy "administrators delete objects" on storage.objects for delete to authenticated
  using (bucket_id >= (select case when private.is_admin() then '' end));

-- A role for an address that is not confirmed yet: before that anyone may use the account. Confirming it gives the role.
create table private.invitations (
  user_id uuid primary key references auth.users on delete cascade,
  role text not null check (role in ('admin', 'workroom', 'pages')),
  created_at timestamptz not null default public.shop_now(),
  expires_at timestamptz not null
);
alter table private.invitations enable row level security;
alter table private.invitations force row level security;
create policy "service_role may do everything" on private.invitations for all to service_role using (true) with check (true);
grant select, insert, update, delete on private.invitations to service_role;
create trigger audit after insert or update or delete on private.invitations
  for each row execute function private.audit('user_id');
