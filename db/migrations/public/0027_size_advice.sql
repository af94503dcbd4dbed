-- A body's measurements with a line of an order, where the shopper sent them: seen by whoever may see the line, written
-- by checkout alone, erased with her account. The bounds are those of `tapeBounds` in size-advice.ts.
alter table public.order_lines
  add column size_advice jsonb constraint order_lines_size_advice_is_read check (
    size_advice is null or (
      jsonb_typeof(size_advice) = 'object'
      and size_advice - array['size', 'ease', 'bust', 'waist', 'hips', 'unit'] = '{}'
      and (size_advice @@ '$.size.type() == "string" && $.size like_regex "^.{1,40}$"
        && ($.ease == "close" || $.ease == "flowing")
        && $.bust.type() == "number" && $.waist.type() == "number" && $.hips.type() == "number"
        && (($.unit == "cm" && $.bust >= 40 && $.bust <= 200 && $.waist >= 40 && $.waist <= 200
            && $.hips >= 40 && $.hips <= 200)
          || ($.unit == "in" && $.bust >= 15 && $.bust <= 80 && $.waist >= 15 && $.waist <= 80
            && $.hips >= 15 && $.hips <= 80))') is true
    )
  );
