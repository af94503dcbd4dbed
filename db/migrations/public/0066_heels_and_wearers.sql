-- The heel of the shoes that a garment is hemmed for, in cm: with the height, written by checkout and erased with the account.
-- Null for flat shoes. The bound is `highestHeel` of the program.
alter table public.order_lines
  add column heel_cm smallint constraint order_lines_heel_valid check (heel_cm between 1 and 12);

-- A picture of a product may have its view, and the woman who wears the garment in it: her first name, her height and her size.
-- The function is otherwise that of 0024_image_messages.sql; views and bounds are those of the program.
create or replace function private.with_image_metadata(pictures jsonb, known jsonb) returns jsonb language plpgsql as $$
declare
  image jsonb;
  wearer jsonb;
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
    if coalesce(image -> 'view', 'null') not in ('null', '"front"', '"turned"', '"moving"', '"close"', '"back"') then
      raise exception 'A picture''s view is front, turned, moving, close or back' using errcode = '23514';
    end if;
    wearer := nullif(image -> 'wearer', 'null');
    if wearer is not null and (jsonb_typeof(wearer -> 'name') = 'string' and length(wearer ->> 'name') between 1 and 60
        and jsonb_typeof(wearer -> 'heightCm') = 'number' and wearer ->> 'heightCm' ~ '^(1[4-9][0-9]|200)$'
        and jsonb_typeof(wearer -> 'size') = 'string' and length(wearer ->> 'size') between 1 and 40) is not true then
      raise exception 'The woman in a picture has a name, a height from 140 to 200 cm and a size' using errcode = '23514';
    end if;
    select objects.picture into metadata from storage.objects
     where objects.bucket_id = 'product-images' and objects.name = private.object_name_from_url(image ->> 'url') for key share;
    if not found and not known @> jsonb_build_array(jsonb_build_object('url', image -> 'url')) then
      raise exception 'A picture is no longer stored: please remove it and add it again' using errcode = '23514';
    end if;
    result := result || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('url', image -> 'url', 'alt', image -> 'alt',
      'view', image -> 'view', 'wearer', wearer,
      'width', metadata -> 'width', 'height', metadata -> 'height', 'blur', metadata -> 'blur')));
  end loop;
  return result;
end $$;
