-- Addresses at which a garment could once be seen and no longer can: links to them, printed or pinned or found by a search,
-- lead on to its present one. One row an address; it goes with its garment, and when the address is given to another.
create table private.moved_slugs (
  slug text primary key,
  product_id uuid not null references public.products on delete cascade,
  left_at timestamptz not null default public.shop_now()
);
create index moved_slugs_product_id_idx on private.moved_slugs (product_id, left_at);

alter table private.moved_slugs enable row level security;
alter table private.moved_slugs force row level security;
revoke all on private.moved_slugs from anon, authenticated;
grant select on private.moved_slugs to service_role;
create policy "the service reads the addresses that were left" on private.moved_slugs for select to service_role
  using (true);
-- The trigger below works as the owner of the tables, whoever saves a garment.
do $$ begin
  execute format('create policy "triggers keep" on private.moved_slugs for all to %I using (true) with check (true)', current_user);
end $$;

-- What was never public leaves nothing behind: only an active garment that moves, or is put away, leaves its address.
create function private.keep_moved_slug() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.active and (not new.active or old.slug <> new.slug) then
    insert into private.moved_slugs (slug, product_id) values (old.slug, old.id)
      on conflict (slug) do update set product_id = excluded.product_id, left_at = excluded.left_at;
    -- A garment that is renamed again and again keeps its last twenty.
    delete from private.moved_slugs where product_id = old.id and slug in (
      select slug from private.moved_slugs where product_id = old.id order by left_at desc, slug offset 20);
  end if;
  -- Whoever is seen at an address has it to herself.
  if new.active then
    delete from private.moved_slugs where slug = new.slug;
  end if;
  return null;
end $$;
revoke all on function private.keep_moved_slug() from public;
create trigger keep_moved_slug after insert or update of slug, active on public.products
  for each row execute function private.keep_moved_slug();
-- By the row: most saves of a garment move nothing, and pages are to be made anew only where something did.
create trigger announce after insert or update or delete on private.moved_slugs
  for each row execute function private.announce_change();
