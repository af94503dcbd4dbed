-- A deleted product can be restored. The archive keeps, beside the row, what is deleted together with it.
alter table private.deleted_products
  add column moved_slugs jsonb not null default '[]', -- [{slug, left_at}]: addresses at which it was public
  add column standing jsonb;                          -- its row of garment_standing; null: it was never public

-- Of products that were deleted before, only the row is known. One that was active then was public.
alter table private.deleted_products no force row level security;
update private.deleted_products
   set standing = jsonb_build_object('product_id', id, 'published_at', product -> 'created_at', 'full_since', null),
       moved_slugs = jsonb_build_array(jsonb_build_object('slug', product -> 'slug', 'left_at', deleted_at))
 where product @> '{"active": true}';
alter table private.deleted_products force row level security;

create or replace function private.keep_deleted_product() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_products (id, product, moved_slugs, standing)
  values (old.id, to_jsonb(old),
    (select coalesce(jsonb_agg(jsonb_build_object('slug', m.slug, 'left_at', m.left_at) order by m.left_at), '[]')
       from private.moved_slugs m where m.product_id = old.id)
    -- Deleting an active product takes it from its present address, as making it inactive does.
    || case when old.active then jsonb_build_array(jsonb_build_object('slug', old.slug, 'left_at', public.shop_now()))
         else '[]' end,
    (select to_jsonb(s) from private.garment_standing s where s.product_id = old.id));
  return old;
end $$;
-- Before the row is deleted, since the rows that refer to it are deleted first of all that follows.
drop trigger keep_deleted on public.products;
create trigger keep_deleted before delete on public.products
  for each row execute function private.keep_deleted_product();

grant delete on private.deleted_products to service_role;
create policy "the service takes restored products out" on private.deleted_products for delete to service_role using (true);

-- What restoring a product writes as the owner of the tables: the addresses it left, as far as no public product has them
-- now, and since when it is known to the public.
create function private.restore_standing(garment uuid, slugs jsonb, standing jsonb) returns void language plpgsql
  security definer set search_path = '' as $$
begin
  insert into private.moved_slugs (slug, product_id, left_at)
  select m.slug, garment, m.left_at from jsonb_to_recordset(slugs) as m (slug text, left_at timestamptz)
   where not exists (select from public.products p where p.slug = m.slug and p.active)
  on conflict (slug) do nothing;
  if standing is not null then
    insert into private.garment_standing (product_id, published_at)
    values (garment, (standing ->> 'published_at')::timestamptz) on conflict (product_id) do nothing;
  end if;
end $$;
revoke all on function private.restore_standing(uuid, jsonb, jsonb) from public;
grant execute on function private.restore_standing(uuid, jsonb, jsonb) to service_role;

-- Puts a deleted product back, inactive and under the given slug, with its id, its dates and the rest. Its waiting list needs
-- nothing: those rows name the id. Gives the number of its pictures that are no longer stored; null where the archive has no
-- such product. Columns that came later get their default.
create function private.restore_product(garment uuid, new_slug text) returns integer language plpgsql set search_path = '' as $$
declare
  archived private.deleted_products;
  pictures jsonb;
  restored jsonb;
  columns text;
begin
  -- The row is locked by its deletion: of two who restore it at once, the second finds nothing.
  with taken as (delete from private.deleted_products where id = garment returning *)
  select * into archived from taken order by deleted_at desc limit 1;
  if not found then return null; end if;

  select coalesce(jsonb_agg(one order by place), '[]') into pictures
    from jsonb_array_elements(archived.product -> 'pictures') with ordinality as shown (one, place)
   where exists (select from storage.objects o
     where o.bucket_id = 'product-images' and o.name = private.object_name_of(one ->> 'url'));
  restored := archived.product || jsonb_build_object('slug', new_slug, 'active', false, 'pictures', pictures,
    'image_url', pictures -> 0 -> 'url', 'version', (archived.product ->> 'version')::integer + 1,
    'updated_at', public.shop_now());
  select string_agg(format('%I', a.attname), ', ') into columns from pg_catalog.pg_attribute a
   where a.attrelid = 'public.products'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     and restored ? a.attname;
  execute format('insert into public.products (%1$s) select %1$s from jsonb_populate_record(null::public.products, $1)', columns)
    using restored;

  perform private.restore_standing(garment, archived.moved_slugs, archived.standing);
  return jsonb_array_length(archived.product -> 'pictures') - jsonb_array_length(pictures);
end $$;
revoke all on function private.restore_product(uuid, text) from public;
grant execute on function private.restore_product(uuid, text) to service_role;
