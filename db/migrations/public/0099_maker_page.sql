-- The maker's page is a page of the owner's own at /maker, once, with what its setting held: published where it had a name
-- and words, as /maker was shown then, and otherwise a draft. A new shop gets its draft at its first start. What looks like HTML was text there, and is no part of a
-- document. The version before has no maker's page while both run.

set local role service_role;

with setting as (
  select value, updated_at, value ->> 'name' <> '' and value ->> 'words' <> '' as is_written,
         coalesce(nullif(regexp_replace(value ->> 'name', '<(?=\s*/?\s*[a-z!])', '‹', 'gi'), ''), 'The maker') as name,
         regexp_replace(value ->> 'words', '<(?=\s*/?\s*[a-z!])', '‹', 'gi') as words
    from (select) as one left join private.settings on settings.name = 'maker'
   where settings.name is not null or exists (select from private.documents)
), picture (part, block) as (
  select part, jsonb_build_object(
           'type', 'picture',
           'picture', jsonb_build_object('url', stored ->> 'url') || jsonb_strip_nulls(jsonb_build_object(
             'width', stored -> 'width', 'height', stored -> 'height', 'blur', stored -> 'blur')),
           'alt', coalesce(nullif(regexp_replace(stored ->> 'alt', '<(?=\s*/?\s*[a-z!])', '‹', 'gi'), ''),
             case part when 'face' then name else 'The hands of ' || name || ' at work' end))
    from setting, unnest(array['face', 'hands']) as part, lateral (select value -> part) as own (stored)
   where stored ->> 'url' <> ''
), page as (
  select is_written, updated_at, jsonb_build_object(
    'name', name,
    'description', jsonb_build_array('Who cuts, sews and posts every order at ', jsonb_build_object('fact', 'shopName'), '.'),
    'layout', 'story',
    'title', jsonb_build_array(name),
    'lead', '[]'::jsonb,
    'blocks',
      jsonb_build_array(coalesce((select block from picture where part = 'face'),
        '{"type": "picture", "picture": {"name": ""}, "alt": ""}'))
      || jsonb_build_array(jsonb_build_object('type', 'text', 'paragraphs', coalesce(
        (select jsonb_agg(jsonb_build_object('kind', 'p', 'spans', jsonb_build_array(trim(line))) order by place)
           from regexp_split_to_table(words, '\n+') with ordinality as text (line, place)
          where trim(line) <> ''), '[]')))
      || coalesce((select jsonb_agg(block) from picture where part = 'hands'), '[]')
      || '[{"type": "buttons", "entries": [{"text": "See the garments", "to": "/shop", "look": "solid"},
            {"text": "How each garment is made", "to": "/about", "look": "line"}]}]') as content
    from setting
), added as (
  insert into private.documents (path, own, draft)
  select '/maker', true, case when is_written then null else content end from page
  on conflict do nothing
)
insert into private.document_versions (path, number, content, at)
select '/maker', 1, content, updated_at from page where is_written;

delete from private.settings where name = 'maker';

reset role;
