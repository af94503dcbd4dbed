-- Pictures of garments: who may keep them, and what a garment's row knows of them.

-- The bucket garments show their pictures from. As the service: row security counts for the owner of the tables too.
set local role service_role;
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('product-images', 'product-images', true, 10000000, array['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
  on conflict (id) do nothing;
-- Where the tables are a hosted project's own there are no quotas.
do $$ begin
  if exists (select from information_schema.columns
      where table_schema = 'storage' and table_name = 'buckets' and column_name = 'quota_bytes') then
    update storage.buckets set quota_bytes = 20000000000 where id = 'product-images';
  end if;
end $$;
reset role;

-- Administrators keep objects, in every bucket; nobody else lists, writes or removes one. What a public bucket shows to
-- everybody goes through the service. Buckets themselves are made and changed with the service's key.
create policy "administrators keep objects" on storage.objects for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators see buckets" on storage.buckets for select to authenticated
  using ((select private.is_admin()));

-- Every instance remembers which objects may be served, and forgets it when it hears this.
create function private.announce_objects() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop_changed', 'objects');
  return null;
end $$;
create trigger announce after insert or update or delete on storage.objects
  for each statement execute function private.announce_objects();
create trigger announce after update or delete on storage.buckets
  for each statement execute function private.announce_objects();

-- Folders are listed by how names begin, whatever the database's collation.
create index objects_name_beginning_idx on storage.objects (bucket_id, name text_pattern_ops);

-- The object of product-images that an address shows, or null for any other address. Names are plain ASCII.
create function private.object_name_of(url text) returns text language sql immutable parallel safe as $$
  select case
    when strpos(path, '%') = 0 then path
    else (
      select string_agg(case when length(piece[1]) = 3 then chr(('x' || substr(piece[1], 2))::bit(8)::int) else piece[1] end,
        '' order by place)
      from regexp_matches(path, '%[2-7][0-9A-Fa-f]|.', 'g') with ordinality as pieces (piece, place)
    )
  end
  from (select substring(url from '^(?:https?://[^/?#]+)?/storage/v1/object/public/product-images/([^?#]+)$') as path) as asked
$$;

-- What the weekly look for pictures nobody shows asks of orders and of garments that were deleted.
create index order_lines_picture_idx on public.order_lines (private.object_name_of(image_url)) where image_url is not null;
create index deleted_products_deleted_at_idx on private.deleted_products (deleted_at);

-- A garment's list of pictures with their size and blur as the store knows them, whatever was sent. The pictures are
-- held until the garment is kept, so that none is swept meanwhile. One that was swept before is refused, but for one of
-- `known`, which the garment shows already.
create function private.pictures_with_facts(pictures jsonb, known jsonb) returns jsonb language plpgsql as $$
declare
  one jsonb;
  facts jsonb;
  filled jsonb := '[]';
begin
  for one in select value from jsonb_array_elements(pictures) loop
    if coalesce(one ->> 'url', '') !~ '^(https?://[^/?#]+)?/storage/v1/object/public/product-images/[^?#]+$' then
      raise exception 'A picture must be one of the shop''s own' using errcode = '23514';
    end if;
    -- Every page reads them as text: one that is not would break the whole shop.
    if jsonb_typeof(one -> 'url') <> 'string' or jsonb_typeof(one -> 'alt') not in ('string', 'null')
        or length(one ->> 'alt') > 1000 then
      raise exception 'What a picture shows is told in a text of at most 1000 characters' using errcode = '23514';
    end if;
    select objects.picture into facts from storage.objects
     where objects.bucket_id = 'product-images' and objects.name = private.object_name_of(one ->> 'url') for key share;
    if not found and not known @> jsonb_build_array(jsonb_build_object('url', one -> 'url')) then
      raise exception 'A picture is no longer stored: please remove it and add it again' using errcode = '23514';
    end if;
    filled := filled || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('url', one -> 'url', 'alt', one -> 'alt',
      'width', facts -> 'width', 'height', facts -> 'height', 'blur', facts -> 'blur')));
  end loop;
  return filled;
end $$;

create or replace function private.before_product() returns trigger language plpgsql as $$
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
  if jsonb_typeof(new.pictures) = 'array' and (tg_op = 'INSERT' or new.pictures <> old.pictures) then
    new.pictures := private.pictures_with_facts(new.pictures,
      case when tg_op = 'UPDATE' then old.pictures else '[]'::jsonb end);
  end if;
  return new;
end $$;
