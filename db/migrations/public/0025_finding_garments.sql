-- Finding garments: what may be searched of every active one, in tables of its own, so that `products` stays as light as it is.

-- Words as they are compared: without accents, capitals and whatever is neither letter nor figure.
create function private.plain_words(given text) returns text language sql immutable strict parallel safe as
$$ select btrim(lower(regexp_replace(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]+', '', 'g'),
     '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'))) $$;

create table private.garment_words (
  product_id uuid primary key references public.products on delete cascade,
  name text not null,                -- in plain words
  created_at timestamptz not null,   -- the order in which garments hang
  heading tsvector not null,         -- of the name, the colour and the fabric: small, for ranking many at once
  words tsvector not null            -- of all there is to read
);
alter table private.garment_words alter heading set storage main, alter words set storage main;
create index garment_words_words_idx on private.garment_words using gin (words) with (fastupdate = off);

-- Every word garments were ever described with, as it is written: what a mistyped one may have meant. Words that no garment
-- has any more stay, and are passed over when they are asked for.
create table private.garment_vocabulary (word text primary key);
do $$ begin
  execute format('create index garment_vocabulary_letters_idx on private.garment_vocabulary using gin (word %I.gin_trgm_ops)
    with (fastupdate = off)',
    (select n.nspname from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace where o.opcname = 'gin_trgm_ops'));
end $$;

do $$
declare each text;
begin
  foreach each in array array['garment_words', 'garment_vocabulary'] loop
    execute format('alter table private.%I enable row level security', each);
    execute format('alter table private.%I force row level security', each);
    execute format('revoke all on private.%I from anon, authenticated', each);
    execute format('grant select on private.%I to service_role', each);
    execute format('create policy "the service reads" on private.%I for select to service_role using (true)', each);
    -- The function below works as the owner of the tables, whoever changes a garment.
    execute format('create policy "triggers keep" on private.%I for all to %I using (true) with check (true)', each, current_user);
  end loop;
end $$;

-- Keeps both tables as the garment is: one that visitors may not see has no words.
create function private.note_garment_words(p public.products) returns void language plpgsql set search_path = '' as $$
declare
  name text := private.plain_words(p.name);
  colour text := private.plain_words(coalesce(p.colour, ''));
  fabric text := private.plain_words(coalesce(p.fabric, ''));
  rest text := private.plain_words(concat_ws(' ', p.description, p.modesty_notes, p.length));
  heading tsvector := setweight(to_tsvector('pg_catalog.english', concat_ws(' ', name, colour)), 'A')
    || setweight(to_tsvector('pg_catalog.english', fabric), 'B');
begin
  if not p.active then
    delete from private.garment_words where product_id = p.id;
    return;
  end if;
  insert into private.garment_words (product_id, name, created_at, heading, words)
  values (p.id, name, p.created_at, heading, heading || setweight(to_tsvector('pg_catalog.english', rest), 'C'))
  on conflict (product_id) do update set name = excluded.name, created_at = excluded.created_at,
    heading = excluded.heading, words = excluded.words;
  -- In one order for everybody, so that two who save at once do not wait for each other.
  insert into private.garment_vocabulary (word)
  select distinct w from regexp_split_to_table(concat_ws(' ', name, colour, fabric, rest), ' ') w
   where length(w) between 3 and 40 and w !~ '[0-9]'
     and not exists (select from private.garment_vocabulary v where v.word = w)
   order by w on conflict do nothing;
end $$;

create function private.garment_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_garment_words(new);
  return null;
end $$;
revoke all on function private.note_garment_words(public.products), private.garment_changed() from public;

create trigger words_of_new after insert on public.products
  for each row execute function private.garment_changed();
create trigger words after update on public.products
  for each row when ((old.active, old.name, old.colour, old.fabric, old.description, old.modesty_notes, old.length)
    is distinct from (new.active, new.name, new.colour, new.fabric, new.description, new.modesty_notes, new.length))
  execute function private.garment_changed();

-- Words written nearly like this one, the likest first. A low bar: the program measures them by the letters. As the owner,
-- since no role may use the schema in which the extension is.
do $$
declare letters name := (select n.nspname from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace
  where o.opcname = 'gin_trgm_ops');
begin
  execute format($function$
    create function private.words_like(given text) returns setof text language sql stable security definer
      set search_path = '' set pg_trgm.similarity_threshold = 0.16 as
    $body$ select v.word from private.garment_vocabulary v where v.word operator(%1$I.%%) given
            order by %1$I.similarity(v.word, given) desc, v.word limit 24 $body$
  $function$, letters);
end $$;
revoke all on function private.words_like(text) from public;
grant execute on function private.plain_words(text), private.words_like(text) to service_role;

-- The garments that hang already.
alter table public.products no force row level security;
do $$
declare p public.products;
begin
  for p in select * from public.products order by id loop
    perform private.note_garment_words(p);
  end loop;
end $$;
alter table public.products force row level security;
