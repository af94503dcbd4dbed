-- The messages of with_image_metadata in plain words; the function is otherwise that of 0003_images.sql.
create or replace function private.with_image_metadata(pictures jsonb, known jsonb) returns jsonb language plpgsql as $$
declare
  image jsonb;
  metadata jsonb;
  result jsonb := '[]';
begin
  for image in select value from jsonb_array_elements(pictures) loop
    if coalesce(image ->> 'url', '') !~ '^(https?://[^/?#]+)?/storage/v1/object/public/product-images/[^?#]+$' then
      raise exception 'Please add each picture by uploading it to the shop' using errcode = '23514';
    end if;
    -- Every page reads these as text: another type would break all pages.
    if jsonb_typeof(image -> 'url') <> 'string' or jsonb_typeof(image -> 'alt') not in ('string', 'null')
        or length(image ->> 'alt') > 1000 then
      raise exception 'A picture''s description must be a text of at most 1,000 characters' using errcode = '23514';
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
