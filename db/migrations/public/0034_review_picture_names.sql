-- The public addresses of photographs of published reviews had the order's id in them. They get new random names; the old
-- addresses end. Files are stored by the id of their row, so none moves. `change-review.ts` names new ones so.
set local role service_role;
with renamed as materialized (
  select id, name as before, gen_random_uuid()::text as name from storage.objects
   where bucket_id = 'review-pictures' and name like '%/%'
), moved as (
  update storage.objects set name = renamed.name, updated_at = now() from renamed where objects.id = renamed.id
)
update public.reviews set
  photographs = array(
    select coalesce(renamed.name, each.name) from unnest(reviews.photographs) with ordinality as each (name, place)
      left join renamed on renamed.before = each.name order by each.place),
  pictures = (
    select coalesce(jsonb_agg(case when renamed.name is null then each.picture
        else each.picture || jsonb_build_object('url', '/storage/v1/object/public/review-pictures/' || renamed.name) end
        order by each.place), '[]')
      from jsonb_array_elements(reviews.pictures) with ordinality as each (picture, place)
      left join renamed on '/storage/v1/object/public/review-pictures/' || renamed.before = each.picture ->> 'url')
where reviews.photographs && (select coalesce(array_agg(before), '{}') from renamed);
reset role;
