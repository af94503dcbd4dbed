-- The garments. Visitors see active ones; administrators all of them.
create table public.products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = trim(name) and length(name) between 1 and 120),
  slug text not null constraint products_slug_key unique
    constraint products_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  description text not null default '' check (length(description) <= 10000),
  price numeric(10, 2) not null check (price > 0 and price <= 10000),
  image_url text check (image_url ~ '^(https?://[^/?#]+)?/storage/v1/object/public/product-images/[^?#]+$'),
  sizes text[] not null default array['8-10', '10-12', '12-14', '14-16', '16-18']
    check (cardinality(sizes) between 1 and 30 and array_position(sizes, null) is null),
  active boolean not null default true,
  is_preorder boolean not null default false,
  preorder_end_date timestamptz,
  created_at timestamptz not null default public.shop_now(),
  -- [{url, alt, width, height, blur}], the first is the garment's face; image_url mirrors it.
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

-- A deleted garment is kept here: its address is free again, and the owner's history stays readable.
create table private.deleted_products (
  id uuid not null,
  deleted_at timestamptz not null default public.shop_now(),
  product jsonb not null,
  primary key (id, deleted_at)
);

create function private.before_product() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := public.shop_now();
  end if;
  if new.pictures = '[]'::jsonb or (tg_op = 'UPDATE' and new.pictures = old.pictures) then
    -- Only the plain column was written: the list follows it.
    if tg_op = 'INSERT' or new.image_url is distinct from old.image_url then
      new.pictures := case when new.image_url is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('url', new.image_url)) end;
    elsif new.pictures = '[]'::jsonb then
      new.image_url := null;
    end if;
  else
    new.image_url := new.pictures -> 0 ->> 'url';
  end if;
  return new;
end $$;
create trigger before_write before insert or update on public.products
  for each row execute function private.before_product();

create function private.keep_deleted_product() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_products (id, product) values (old.id, to_jsonb(old));
  return null;
end $$;
revoke all on function private.keep_deleted_product() from public;
create trigger keep_deleted after delete on public.products
  for each row execute function private.keep_deleted_product();
create trigger audit after insert or update or delete on public.products
  for each row execute function private.audit('id');
create trigger announce after insert or update or delete on public.products
  for each statement execute function private.announce_change();

alter table public.products enable row level security;
alter table public.products force row level security;
alter table private.deleted_products enable row level security;
alter table private.deleted_products force row level security;
revoke all on public.products, private.deleted_products from anon, authenticated;
grant select on public.products to anon, authenticated;
grant insert (name, slug, description, price, image_url, sizes, active, is_preorder, preorder_end_date, pictures, fabric,
  care, modesty_notes, colour, length, model_line, production_days, preorder_limit) on public.products to authenticated;
grant update (name, slug, description, price, image_url, sizes, active, is_preorder, preorder_end_date, pictures, fabric,
  care, modesty_notes, colour, length, model_line, production_days, preorder_limit) on public.products to authenticated;
grant delete on public.products to authenticated;
grant select, insert, update, delete on public.products to service_role;
grant select on private.deleted_products to service_role;
create policy "visitors see active products" on public.products for select to anon using (active);
create policy "customers see active products, administrators all" on public.products for select to authenticated
  using (active or (select private.is_admin()));
create policy "administrators add products" on public.products for insert to authenticated
  with check ((select private.is_admin()));
create policy "administrators change products" on public.products for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators delete products" on public.products for delete to authenticated
  using ((select private.is_admin()));
create policy "the service manages products" on public.products for all to service_role using (true) with check (true);
create policy "the service reads deleted products" on private.deleted_products for select to service_role using (true);
do $$ begin
  execute format('create policy "triggers add" on private.deleted_products for insert to %I with check (true)', current_user);
end $$;

-- Live = switched on and its end still ahead, by the shop's clock. The twin of isPreorderLive in the program.
create function public.is_preorder_live(is_preorder boolean, ends_at timestamptz) returns boolean language sql stable as
$$ select coalesce(is_preorder and ends_at > public.shop_now(), false) $$;
grant execute on function public.is_preorder_live(boolean, timestamptz) to anon, authenticated, service_role;
