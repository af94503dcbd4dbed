-- A garment may be of several kinds, and kinds are the owner's: their names and order are the setting "kinds".
-- `kind` stays the first of those that the program itself knows: it decides the hem, the figure and what words find.

alter table public.products
  add column kinds text[] not null default '{}'
    constraint products_kinds_check check (cardinality(kinds) <= 12 and array_position(kinds, '') is null
      and array_to_string(kinds, '/', '!') ~ '^([a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)*)?$');
grant insert (kinds), update (kinds) on public.products to authenticated;

-- Keeps both columns equal, whichever a program writes: the version before this one knows `kind` alone.
create function private.keep_kinds() returns trigger
  language plpgsql
  set search_path to ''
as $$
declare
  known constant text[] := array['dress', 'skirt', 'coat', 'top', 'accessory'];
begin
  if tg_op = 'INSERT' and new.kinds = '{}' or tg_op = 'UPDATE' and new.kinds = old.kinds then
    if tg_op = 'UPDATE' then
      if new.kind is not distinct from old.kind then return new; end if;
      new.kinds := array_remove(new.kinds, old.kind);
    end if;
    if new.kind is not null and new.kind <> all (new.kinds) then new.kinds := new.kind || new.kinds; end if;
  else
    new.kind := (select one from unnest(new.kinds) with ordinality as each (one, place)
                  where one = any (known) order by place limit 1);
  end if;
  return new;
end $$;

create trigger keep_kinds before insert or update of kind, kinds on public.products
  for each row execute function private.keep_kinds();
