-- What the page of an inactive product shows, as it was last public, is kept when it becomes inactive. It was read from the audit
-- log, whose entries of products therefore had to stay as long as the product.

-- Name, slug, sizes, colour and pictures; null while the product is public.
alter table private.product_availability add column last_public jsonb;

create function private.public_values(product public.products) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('name', product.name, 'slug', product.slug, 'sizes', product.sizes, 'colour', product.colour,
    'pictures', product.pictures)
$$;
revoke all on function private.public_values(public.products) from public;

create function private.keep_last_public() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update private.product_availability set last_public = case when old.active then private.public_values(old) end
   where product_id = old.id;
  return null;
end $$;
revoke all on function private.keep_last_public() from public;
create trigger keep_last_public after update of active on public.products
  for each row when (old.active <> new.active) execute function private.keep_last_public();

-- A restored product is inactive: it was last public as before its deletion, but for its address.
create or replace function private.restore_availability(p_product_id uuid, redirects jsonb, availability jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.slug_redirects (slug, product_id, created_at)
  select r.slug, p_product_id, r.created_at from jsonb_to_recordset(redirects) as r (slug text, created_at timestamptz)
   where not exists (select from public.products p where p.slug = r.slug and p.active)
  on conflict (slug) do nothing;
  if availability is not null then
    insert into private.product_availability (product_id, published_at, last_public)
      select p.id, (availability ->> 'published_at')::timestamptz,
        private.public_values(p) || (coalesce(nullif(availability -> 'last_public', 'null'), '{}') - 'slug')
        from public.products p where p.id = p_product_id
      on conflict (product_id) do nothing;
  end if;
end $$;

-- Earlier ones, from the log: if a field changed several times since then, the earliest entry has its last public value.
create function private.last_public_in_log(product public.products) returns jsonb language sql stable set search_path = '' as $$
  select private.public_values(jsonb_populate_record(product, 
      coalesce(jsonb_object_agg(field.key, field.value order by log.id desc), '{}')))
    from private.audit_log as log cross join jsonb_each(log.before) as field
   where log.table_name = 'products' and log.row_id = product.id::text and log.action = 'update' and log.id >= (
     select max(since.id) from private.audit_log as since
      where since.table_name = 'products' and since.row_id = product.id::text and since.before @> '{"active": true}')
$$;
-- Also of products that are imported from a shop without them.
create function private.fill_last_public() returns void language sql set search_path = '' as $$
  update private.product_availability as availability set last_public = private.last_public_in_log(product)
    from public.products as product where product.id = availability.product_id and not product.active;
  update private.deleted_products as archived set availability = archived.availability || jsonb_build_object('last_public',
      private.last_public_in_log(jsonb_populate_record(null::public.products, archived.product)))
    where archived.availability is not null and archived.product @> '{"active": false}';
$$;
revoke all on function private.last_public_in_log(public.products), private.fill_last_public() from public;
create policy "triggers may update" on private.deleted_products for update to shop_triggers using (true) with check (true);
create policy "triggers may read" on private.deleted_products for select to shop_triggers using (true);
select private.fill_last_public();
drop policy "triggers may update" on private.deleted_products;
drop policy "triggers may read" on private.deleted_products;

-- Deletes entries about everything but orders: products, settings, codes, roles, campaigns. Refuses to delete from the last year.
create or replace function private.forget_audit_log(p_before timestamptz, p_most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  deleted integer;
begin
  if p_before is null or p_before > public.shop_now() - interval '1 year' then
    raise exception 'The audit log is kept for a year at least' using errcode = '22023';
  end if;
  with old as (
    select log.id from private.audit_log as log
     where not private.is_about_orders(log.table_name) and log.at < p_before
     order by log.at limit p_most for update skip locked)
  delete from private.audit_log as log using old where log.id = old.id;
  get diagnostics deleted = row_count;
  return deleted;
end $$;
