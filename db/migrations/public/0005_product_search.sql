-- Search of active products, in tables of its own, so that rows of `products` stay small.

-- Trigrams. A hosted project may have the extension already, in another schema; indexes below look its schema up.
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    create schema if not exists extensions;
    create extension pg_trgm with schema extensions;
  end if;
end $$;

-- Text in the form search compares: lower case, without accents, and one space for all that is neither letter nor digit.
create function private.normalize_search_text(given text) returns text language sql immutable strict parallel safe as
$$ select btrim(lower(regexp_replace(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]+', '', 'g'),
     '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'))) $$;
grant execute on function private.normalize_search_text(text) to service_role;

create table private.product_search (
  product_id uuid primary key references public.products on delete cascade,
  name text not null,                -- normalized
  created_at timestamptz not null,   -- the default order of products
  heading tsvector not null,         -- of name, colour and fabric: small, for ranking many rows
  words tsvector not null            -- of all texts
);
alter table private.product_search alter heading set storage main, alter words set storage main;
create index product_search_words_idx on private.product_search using gin (words) with (fastupdate = off);

-- Every word of every product so far, as it is written: candidates for a mistyped one. Words that no product has any more
-- stay; the query ignores them.
create table private.search_vocabulary (word text primary key);
do $$ begin
  execute format('create index search_vocabulary_trigram_idx on private.search_vocabulary using gin (word %I.gin_trgm_ops)
    with (fastupdate = off)',
    (select n.nspname from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace where o.opcname = 'gin_trgm_ops'));
end $$;

do $$
declare name text;
begin
  foreach name in array array['product_search', 'search_vocabulary'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
    execute format('grant select on private.%I to service_role', name);
    execute format('create policy "service_role may read" on private.%I for select to service_role using (true)', name);
    execute format('create policy "triggers may do everything" on private.%I for all to shop_triggers
      using (true) with check (true)', name);
  end loop;
end $$;

-- Writes a product to both tables; an inactive one is removed.
create function private.index_product(product public.products) returns void language plpgsql set search_path = '' as $$
declare
  name text := private.normalize_search_text(product.name);
  colour text := private.normalize_search_text(coalesce(product.colour, ''));
  fabric text := private.normalize_search_text(coalesce(product.fabric, ''));
  rest text := private.normalize_search_text(concat_ws(' ', product.description, product.modesty_notes, product.length));
  heading tsvector := setweight(to_tsvector('pg_catalog.english', concat_ws(' ', name, colour)), 'A')
    || setweight(to_tsvector('pg_catalog.english', fabric), 'B');
begin
  if not product.active then
    delete from private.product_search where product_id = product.id;
    return;
  end if;
  insert into private.product_search (product_id, name, created_at, heading, words)
  values (product.id, name, product.created_at, heading, heading || setweight(to_tsvector('pg_catalog.english', rest), 'C'))
  on conflict (product_id) do update set name = excluded.name, created_at = excluded.created_at,
    heading = excluded.heading, words = excluded.words;
  -- In one order, so that concurrent transactions do not deadlock.
  insert into private.search_vocabulary (word)
  select distinct w from regexp_split_to_table(concat_ws(' ', name, colour, fabric, rest), ' ') w
   where length(w) between 3 and 40 and w !~ '[0-9]'
     and not exists (select from private.search_vocabulary v where v.word = w)
   order by w on conflict do nothing;
end $$;

create function private.update_product_search() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_product(new);
  return null;
end $$;
revoke all on function private.index_product(public.products), private.update_product_search() from public;
create trigger update_search_on_insert after insert on public.products
  for each row execute function private.update_product_search();
create trigger update_search after update on public.products
  for each row when ((old.active, old.name, old.colour, old.fabric, old.description, old.modesty_notes, old.length)
    is distinct from (new.active, new.name, new.colour, new.fabric, new.description, new.modesty_notes, new.length))
  execute function private.update_product_search();

-- Words similar to the given one, the most similar first. The threshold is low: the program measures the edit distance.
-- Security definer, since no role may use the schema of the extension. PostgreSQL refuses a function that sets the
-- extension's threshold before its library is loaded, so the first statement calls it.
do $$
declare
  extension_schema name := (select n.nspname from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace
    where o.opcname = 'gin_trgm_ops');
begin
  execute format('select %I.similarity('''', '''')', extension_schema);
  execute format($function$
    create function private.similar_words(given text) returns setof text language sql stable security definer
      set search_path = '' set pg_trgm.similarity_threshold = 0.16 as
    $body$ select v.word from private.search_vocabulary v where v.word operator(%1$I.%%) given
            order by %1$I.similarity(v.word, given) desc, v.word limit 24 $body$
  $function$, extension_schema);
end $$;
revoke all on function private.similar_words(text) from public;
grant execute on function private.similar_words(text) to service_role;
