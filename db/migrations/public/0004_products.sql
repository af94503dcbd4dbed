-- Products, their former addresses, and the archive of deleted ones.

-- Visitors see active products, administrators all.
create table public.products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = trim(name) and length(name) between 1 and 120),
  slug text not null constraint products_slug_key unique
    constraint products_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  description text not null default '' check (length(description) <= 10000),
  price numeric(10, 2) not null check (price > 0 and price <= 10000),
  image_url text check (image_url ~ '^(https?://[^/?#]+)?/storage/v1/object/public/product-images/[^?#]+$'),
  sizes text[] not null default array['8-10', '10-12', '12-14', '14-16', '16-18']
    check (cardinality(sizes) between 1 and 30 and array_position(sizes, null) is null)
    constraint products_sizes_valid check (array_position(sizes, '') is null and length(array_to_string(sizes, '')) <= 1200),
  active boolean not null default true,
  is_preorder boolean not null default false,
  preorder_end_date timestamptz constraint products_preorder_end_date_valid
    check (isfinite(preorder_end_date) and preorder_end_date < '3000-01-01'),
  created_at timestamptz not null default public.shop_now(),
  -- [{url, alt, width, height, blur}]; image_url mirrors the first.
  pictures jsonb not null default '[]' check (jsonb_typeof(pictures) = 'array' and jsonb_array_length(pictures) <= 20),
  fabric text check (length(fabric) <= 1000),
  care text check (length(care) <= 1000),
  modesty_notes text check (length(modesty_notes) <= 2000),
  colour text check (length(colour) <= 80),
  length text check (length(length) <= 200),
  model_line text check (length(model_line) <= 200),
  production_days integer check (production_days between 1 and 365), -- working days; null: the shop's default
  preorder_limit integer check (preorder_limit > 0),                 -- units; null: no limit
  version integer not null default 1,
  updated_at timestamptz not null default public.shop_now()
);
create index products_created_at_idx on public.products (created_at);

alter table public.products enable row level security;
alter table public.products force row level security;
revoke all on public.products from anon, authenticated;
grant select on public.products to anon, authenticated;
grant insert (name, slug, description, price, image_url, sizes, active, is_preorder, preorder_end_date, pictures, fabric,
  care, modesty_notes, colour, length, model_line, production_days, preorder_limit) on public.products to authenticated;
grant update (name, slug, description, price, image_url, sizes, active, is_preorder, preorder_end_date, pictures, fabric,
  care, modesty_notes, colour, length, model_line, production_days, preorder_limit) on public.products to authenticated;
grant delete on public.products to authenticated;
grant select, insert, update, delete on public.products to service_role;
create policy "visitors see active products" on public.products for select to anon using (active);
create policy "customers see active products, administrators all" on public.products for select to authenticated
  using (active or (select private.is_admin()));
create policy "administrators add products" on public.products for insert to authenticated
  with check ((select private.is_admin()));
create policy "administrators change products" on public.products for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators delete products" on public.products for delete to authenticated
  using ((select private.is_admin()));
create policy "service_role may do everything" on public.products for all to service_role using (true) with check (true);
create policy "triggers may read" on public.products for select to shop_triggers using (true);

-- Whether a pre-order is open now. The same rule as isPreorderLive in the program.
create function public.is_preorder_live(is_preorder boolean, ends_at timestamptz) returns boolean language sql stable as
$$ select coalesce(is_preorder and ends_at > public.shop_now(), false) $$;
grant execute on function public.is_preorder_live(boolean, timestamptz) to anon, authenticated, service_role;

-- Sets version and time of a change, and keeps image_url equal to the first of the images.
create function private.normalize_product() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := public.shop_now();
  end if;
  if new.pictures = '[]'::jsonb or (tg_op = 'UPDATE' and new.pictures = old.pictures) then
    -- The caller wrote image_url alone: the list follows it.
    if tg_op = 'INSERT' or new.image_url is distinct from old.image_url then
      new.pictures := case when new.image_url is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('url', new.image_url)) end;
    elsif new.pictures = '[]'::jsonb then
      new.image_url := null;
    end if;
  else
    new.image_url := new.pictures -> 0 ->> 'url';
  end if;
  if jsonb_typeof(new.pictures) = 'array' and (tg_op = 'INSERT' or new.pictures <> old.pictures) then
    new.pictures := private.with_image_metadata(new.pictures,
      case when tg_op = 'UPDATE' then old.pictures else '[]'::jsonb end);
  end if;
  return new;
end $$;
create trigger before_write before insert or update on public.products
  for each row execute function private.normalize_product();
create trigger audit after insert or update or delete on public.products
  for each row execute function private.audit('id');
create trigger notify_change after insert or update or delete on public.products
  for each statement execute function private.notify_change();

-- Former public addresses of products, which redirect to the present one. A row is deleted with its product, and when
-- another product takes the address.
create table private.slug_redirects (
  slug text primary key,
  product_id uuid not null references public.products on delete cascade,
  created_at timestamptz not null default public.shop_now()
);
create index slug_redirects_product_id_idx on private.slug_redirects (product_id, created_at);

-- Since when a product was public, and since when all units of its limit are sold.
create table private.product_availability (
  product_id uuid primary key references public.products on delete cascade,
  published_at timestamptz not null default public.shop_now(),
  sold_out_since timestamptz -- null: units are left, or there is no limit
);

-- Deleted products. Their addresses are free again, the owner's history stays readable, and the owner can restore them.
create table private.deleted_products (
  id uuid not null,
  deleted_at timestamptz not null default public.shop_now(),
  product jsonb not null,
  slug_redirects jsonb not null default '[]', -- [{slug, created_at}]: its former addresses
  availability jsonb,                         -- its row of product_availability; null: it was never public
  primary key (id, deleted_at)
);
create index deleted_products_deleted_at_idx on private.deleted_products (deleted_at);

do $$
declare name text;
begin
  foreach name in array array['slug_redirects', 'product_availability', 'deleted_products'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
  end loop;
end $$;
grant select on private.slug_redirects, private.product_availability to service_role;
grant select, delete on private.deleted_products to service_role;
create policy "service_role may read" on private.slug_redirects for select to service_role using (true);
create policy "service_role may do everything" on private.product_availability for all to service_role
  using (true) with check (true);
create policy "service_role may read" on private.deleted_products for select to service_role using (true);
create policy "service_role may delete" on private.deleted_products for delete to service_role using (true);
create policy "triggers may do everything" on private.slug_redirects for all to shop_triggers using (true) with check (true);
create policy "triggers may do everything" on private.product_availability for all to shop_triggers
  using (true) with check (true);
create policy "triggers may insert" on private.deleted_products for insert to shop_triggers with check (true);

-- Per row: most updates of products change no redirect, and pages are rendered anew only after a change.
create trigger notify_change after insert or update or delete on private.slug_redirects
  for each row execute function private.notify_change();
create trigger notify_change after insert or update on private.product_availability
  for each row execute function private.notify_change();

-- Records a redirect when an active product changes its address or becomes inactive. Drafts leave none.
create function private.record_slug_redirect() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.active and (not new.active or old.slug <> new.slug) then
    insert into private.slug_redirects (slug, product_id) values (old.slug, old.id)
      on conflict (slug) do update set product_id = excluded.product_id, created_at = excluded.created_at;
    -- A product keeps its last twenty addresses.
    delete from private.slug_redirects where product_id = old.id and slug in (
      select slug from private.slug_redirects where product_id = old.id order by created_at desc, slug offset 20);
  end if;
  -- A public product's own address redirects nowhere.
  if new.active then
    delete from private.slug_redirects where slug = new.slug;
  end if;
  return null;
end $$;
revoke all on function private.record_slug_redirect() from public;
create trigger record_slug_redirect after insert or update of slug, active on public.products
  for each row execute function private.record_slug_redirect();

-- Copies a product to the archive before it is deleted, since the rows that reference it are deleted with it.
create function private.archive_deleted_product() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_products (id, product, slug_redirects, availability)
  values (old.id, to_jsonb(old),
    (select coalesce(jsonb_agg(jsonb_build_object('slug', r.slug, 'created_at', r.created_at) order by r.created_at), '[]')
       from private.slug_redirects r where r.product_id = old.id)
    -- An active product leaves its present address, as it does when it becomes inactive.
    || case when old.active then jsonb_build_array(jsonb_build_object('slug', old.slug, 'created_at', public.shop_now()))
         else '[]' end,
    (select to_jsonb(a) from private.product_availability a where a.product_id = old.id));
  return old;
end $$;
revoke all on function private.archive_deleted_product() from public;
create trigger archive_deleted before delete on public.products
  for each row execute function private.archive_deleted_product();

-- Writes a restored product's redirects, except to addresses that a public product has now, and since when it was public.
create function private.restore_availability(p_product_id uuid, redirects jsonb, availability jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.slug_redirects (slug, product_id, created_at)
  select r.slug, p_product_id, r.created_at from jsonb_to_recordset(redirects) as r (slug text, created_at timestamptz)
   where not exists (select from public.products p where p.slug = r.slug and p.active)
  on conflict (slug) do nothing;
  if availability is not null then
    insert into private.product_availability (product_id, published_at)
    values (p_product_id, (availability ->> 'published_at')::timestamptz) on conflict (product_id) do nothing;
  end if;
end $$;
revoke all on function private.restore_availability(uuid, jsonb, jsonb) from public;
grant execute on function private.restore_availability(uuid, jsonb, jsonb) to service_role;

-- Restores a deleted product, inactive and at the given address, with its id, dates and other columns. Columns that were
-- added later get their default; rows of its waitlist still name its id. Returns the number of its images that are no longer
-- stored, or null when the archive has no such product.
create function private.restore_product(p_product_id uuid, new_slug text) returns integer
language plpgsql set search_path = '' as $$
declare
  archived private.deleted_products;
  pictures jsonb;
  restored jsonb;
  columns text;
begin
  -- The deletion locks the row: of two concurrent calls, the second finds none.
  with taken as (delete from private.deleted_products where id = p_product_id returning *)
  select * into archived from taken order by deleted_at desc limit 1;
  if not found then return null; end if;

  select coalesce(jsonb_agg(image order by place), '[]') into pictures
    from jsonb_array_elements(archived.product -> 'pictures') with ordinality as images (image, place)
   where exists (select from storage.objects o
     where o.bucket_id = 'product-images' and o.name = private.object_name_from_url(image ->> 'url'));
  restored := archived.product || jsonb_build_object('slug', new_slug, 'active', false, 'pictures', pictures,
    'image_url', pictures -> 0 -> 'url', 'version', (archived.product ->> 'version')::integer + 1,
    'updated_at', public.shop_now());
  select string_agg(format('%I', a.attname), ', ') into columns from pg_catalog.pg_attribute a
   where a.attrelid = 'public.products'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     and restored ? a.attname;
  execute format('insert into public.products (%1$s) select %1$s from jsonb_populate_record(null::public.products, $1)', columns)
    using restored;

  perform private.restore_availability(p_product_id, archived.slug_redirects, archived.availability);
  return jsonb_array_length(archived.product -> 'pictures') - jsonb_array_length(pictures);
end $$;
revoke all on function private.restore_product(uuid, text) from public;
grant execute on function private.restore_product(uuid, text) to service_role;
