-- What a garment is or has, as the owner ticks it: the shop page's details find it by that. `choices.ts` has the same ids.
alter table public.products
  add column features text[] not null default '{}'
    constraint products_features_check check (features <@ array['opaque', 'lined', 'pockets', 'nursing']);
grant insert (features), update (features) on public.products to authenticated;

-- Products so far get what their texts say without a condition, which is how the shop page found them. A denial anywhere
-- decides against it: a garment that is found wrongly is worse than one that is not found.
create function private.stated_features(description text, modesty_notes text, fabric text, kind text) returns text[]
language plpgsql immutable as $fn$
declare
  -- Letters beyond ASCII are no part of the words below.
  words text := regexp_replace(replace(replace(lower(normalize(concat_ws(E'\n', nullif(description, ''),
    nullif(modesty_notes, ''), nullif(fabric, '')), nfkc)), '’', ''''), 'ʼ', ''''), '[^\u0001-\u007f–]', '·', 'g');
  slipless text := regexp_replace(regexp_replace(words,
    $re$\y(?:no|without an?|never an?|not need an?) (?:[\w-]+ )?slip\y$re$, ' ', 'g'),
    $re$(?:\y(?:no|not|never|nothing)|n't) (?:sheer|see-through|translucent)\y$re$, ' ', 'g');
  -- The skirt of a dress is a part of it; that of a skirt is all of it.
  part text := '(?:bodice|yoke|sleeves?|cuffs?|collar|pockets?|inset|hood|neck|waistband|front|belt|sash|capelet'
    || case when kind = 'skirt' then ')' else '|skirt)' end;
  denial text := $re$(?:\y(?:no|not|never|without|nor|neither|lacks?|cannot|hardly|barely|nearly|almost|semi|half|part|partly|$re$
    || $re$partially|fairly|less|un|non)|n't)\y(?:[\s-]+[\w'-]+){0,6}[\s-]*$$re$;
  condition text := $re$\y(?:if|requests?|(?:can|could|may|might|would|should|will|to) (?:be|add|have|line|sew|put)|unless|$re$
    || $re$except|apart from|but for|instead of|rather than|unlike|only|we (?:line|add|sew))\y$re$;
  word record;
  clause text;
  at integer;
  is_stated boolean;
  is_denied boolean;
  found text[] := '{}';
begin
  for word in select * from (values
    ('opaque', $re$\yopaque\y|\ynothing (?:is |else is )?needed (?:beneath|underneath)\y|$re$
      || $re$\yneeds? nothing (?:else )?(?:beneath|underneath)\y$re$),
    -- 'Fully lined', 'lined to the knee', and the fabric's 'Lining: …'.
    ('lined', $re$\ylined\y|(?:^|, *)(?:full |skirt )?lining(?: to the \w+)? *:$re$),
    ('pockets', $re$\ypockets?\y(?!-|\s+(?:sized?|money|square|book|watch))$re$),
    ('nursing', $re$\y(?:breast-?feeding|nursing|feeding)\y(?!\s+(?:the|your|an?|her)\s+(?!baby|child|little|infant))$re$)
  ) as named (feature, pattern) loop
    is_stated := false;
    is_denied := false;
    foreach clause in array regexp_split_to_array(words, $re$[.;!?\n]+(?!\d)$re$) loop
      clause := btrim(clause, E' \t\r\n');
      at := regexp_instr(clause, word.pattern);
      continue when at = 0
        or word.feature = 'lined' and (left(clause, at - 1) ~ ('\y' || part || '\y')
          or substr(clause, at) ~ ($re$^(?:, *)?lin(?:ed|ing) (?:(?:of|in|at) (?:the )?)?$re$ || part || '\y'))
        -- Something that goes into a pocket.
        or word.feature = 'pockets' and clause ~ ($re$\y(?:fits?|folds?|packs?|small enough)\y[^,]*\y(?:in|into) $re$
          || $re$(?:an?|the|your|its own|any) pockets?\y$re$)
        or word.feature = 'nursing' and clause !~ ($re$\y(?:opens?|opening|unbuttons?|buttons?|zips?|wraps?|slits?|snaps?|$re$
          || $re$plackets?|suits?|suitable|made)\y$re$);
      is_denied := is_denied or left(clause, at - 1) ~ denial;
      is_stated := is_stated or clause !~ condition;
    end loop;
    continue when is_denied or not is_stated
      or word.feature = 'lined' and words ~ ($re$\yunlined\y|\y(?:no|without(?: an?)?) (?:\w+ )?lining\y|$re$
        || $re$\ylining *: *(?:no|none|-|–)$re$)
      -- Something must be worn beneath it, somewhere or in some light.
      or word.feature = 'opaque' and slipless ~ ($re$\y(?:an?|the|your|light|cotton|silk|full|half) slip\y|$re$
        || $re$\yslips? (?:is|are) (?:wise|needed|advised)|\y(?:sheer|see-through|translucent)\y|$re$
        || $re$\yopaque (?:when|over|if|only|in (?:ordinary|normal|most|indoor|soft))\y$re$);
    found := found || word.feature;
  end loop;
  return found;
end $fn$;

-- The owner of the tables fills them in without policies and triggers: it is no edit of the shop's owner, so versions, times
-- and the audit log stay as they are.
alter table public.products no force row level security;
alter table public.products disable trigger user;
update public.products set features = private.stated_features(description, modesty_notes, fabric, kind)
 where private.stated_features(description, modesty_notes, fabric, kind) <> '{}';
alter table public.products enable trigger user;
alter table public.products force row level security;

alter table private.deleted_products no force row level security;
update private.deleted_products set product = product || jsonb_build_object('features', to_jsonb(
  private.stated_features(product ->> 'description', product ->> 'modesty_notes', product ->> 'fabric', product ->> 'kind')));
alter table private.deleted_products force row level security;

drop function private.stated_features(text, text, text, text);
