-- The bucket of product images, who may change objects, and what a product's row stores of its images.

-- As the service role: row-level security binds the owner of the tables too.
set local role service_role;
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('product-images', 'product-images', true, 10000000, array['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
  on conflict (id) do nothing;
-- The tables of a hosted project have no quotas.
do $$ begin
  if exists (select from information_schema.columns
      where table_schema = 'storage' and table_name = 'buckets' and column_name = 'quota_bytes') then
    update storage.buckets set quota_bytes = 20000000000 where id = 'product-images';
  end if;
end $$;
reset role;

-- Administrators list, write and delete objects of every bucket; no other user does. Public buckets are served with the
-- service role. Buckets are created and changed with the service role's key.
create policy "administrators manage objects" on storage.objects for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators see buckets" on storage.buckets for select to authenticated
  using ((select private.is_admin()));

-- Every instance caches which objects it may serve, and empties that cache on this notification.
create function private.notify_object_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop_changed', 'objects');
  return null;
end $$;
create trigger notify_change after insert or update or delete on storage.objects
  for each statement execute function private.notify_object_change();
create trigger notify_change after update or delete on storage.buckets
  for each statement execute function private.notify_object_change();

-- The name of the object of product-images at a URL, or null for any other URL. Names are ASCII.
create function private.object_name_from_url(url text) returns text language sql immutable parallel safe as $$
  select case
    when strpos(path, '%') = 0 then path
    else (
      select string_agg(case when length(piece[1]) = 3 then chr(('x' || substr(piece[1], 2))::bit(8)::int) else piece[1] end,
        '' order by place)
      from regexp_matches(path, '%[2-7][0-9A-Fa-f]|.', 'g') with ordinality as pieces (piece, place)
    )
  end
  from (select substring(url from '^(?:https?://[^/?#]+)?/storage/v1/object/public/product-images/([^?#]+)$') as path) as parsed
$$;

-- A product's list of images with the stored size and blur, whatever the caller sent. Locks the objects until the product is
-- written, so the clean-up job deletes none meanwhile. Refuses an image that is no longer stored, unless it is in `known`:
-- the images the product has already.
create function private.with_image_metadata(pictures jsonb, known jsonb) returns jsonb language plpgsql as $$
declare
  image jsonb;
  metadata jsonb;
  result jsonb := '[]';
begin
  for image in select value from jsonb_array_elements(pictures) loop
    if coalesce(image ->> 'url', '') !~ '^(https?://[^/?#]+)?/storage/v1/object/public/product-images/[^?#]+$' then
      raise exception 'A picture must be one of the shop''s own' using errcode = '23514';
    end if;
    -- Every page reads these as text: another type would break all pages.
    if jsonb_typeof(image -> 'url') <> 'string' or jsonb_typeof(image -> 'alt') not in ('string', 'null')
        or length(image ->> 'alt') > 1000 then
      raise exception 'What a picture shows is told in a text of at most 1000 characters' using errcode = '23514';
    end if;
    select objects.picture into metadata from storage.objects
     where objects.bucket_id = 'product-images' and objects.name = private.object_name_from_url(image ->> 'url') for key share;
    if not found and not known @> jsonb_build_array(jsonb_build_object('url', image -> 'url')) then
      raise exception 'A picture is no longer stored: please remove it and add it again' using errcode = '23514';
    end if;
    result := result || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('url', image -> 'url', 'alt', image -> 'alt',
      'width', metadata -> 'width', 'height', metadata -> 'height', 'blur', metadata -> 'blur')));
  end loop;
  return result;
end $$;
