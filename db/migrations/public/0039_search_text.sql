-- One form of text for every search: the shop's own, the owner's of orders and of products.

-- Lower case, letters without marks (ł is l, ß is ss), no quotes or apostrophes, one space for blanks and dashes. The same in
-- every locale: an index holds it. `searchText` in src/platform/text is the same for the text of a search: change both.
create function private.search_text(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  -- Only ASCII, as most orders are: a tenth of the time. `translate` would take four times as long.
  if octet_length(given) = length(given) then
    given := replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(given collate "C"),
      '''', ''), '"', ''), '`', ''), '-', ' '), E'\n', ' '), E'\r', ' '), E'\t', ' '), E'\x0b', ' '), E'\f', ' ');
  else
    given := regexp_replace(normalize(replace(given, '´', ''''), NFKD),
      '["''`\u00ab\u00ad\u00bb\u02b9-\u02bf\u02ca\u02cb\u0300-\u036f\u0483-\u0489\u055a\u0591-\u05bd\u05bf-\u05c7\u05f3\u05f4'
      '\u0610-\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u180b-\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2018-\u201f'
      '\u202a-\u202e\u2032-\u2037\u2039\u203a\u2060-\u206f\u20d0-\u20ff\ua78c\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+', '', 'g');
    given := lower(given collate "C");
    if given ~ '[\u00c0-\u058f\u1e9e]' then
      given := translate(replace(replace(replace(replace(replace(replace(replace(replace(given,
        'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
        'ÐØðøĐđĦħıŁłŊŋŦŧƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤ'
        'ΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠ'
        'ҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
        'dododdhhillnnttɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστ'
        'υφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡ'
        'ңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
    end if;
    given := regexp_replace(given, '[-\t\n\v\f\r \u0085\u00a0\u058a\u05be\u1680\u1806\u2000-\u200a\u2010-\u2015\u2028\u2029\u202f\u2043'
      '\u205f\u2212\u2e3a\u2e3b\u3000\u301c\u3030]', ' ', 'g');
  end if;
  if strpos(given, '  ') > 0 then
    given := regexp_replace(given, ' {2,}', ' ', 'g');
  end if;
  return btrim(given, ' ');
end $$;

-- The shop's search compares words alone.
create or replace function private.normalize_search_text(given text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(private.search_text(given),
  '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'));
do $$ begin
  perform private.index_product(p) from public.products p;
end $$;

-- What the owner's search of orders compares. Each part follows a space, so that a space marks the start of a word; numbers,
-- postcodes, phone and tracking numbers have neither spaces nor hyphens. The index `pre_orders_search_text_idx` stores the
-- expression, so no answer and no row of the audit log repeats it. The function of the same name with four parts serves the version before.
create function private.order_search_text(order_number text, customer_name text, customer_email text, customer_phone text,
    product_name text, shipping_address text, shipping_city text, shipping_postcode text, tracking_number text)
  returns text language sql immutable parallel safe
return ' ' || private.search_text(translate(order_number, '- ', '') || coalesce(' ' || customer_name, '')
  || coalesce(' ' || customer_email, '') || coalesce(' ' || translate(replace(customer_phone, '(0)', ''), '+-()./ ', ''), '')
  || ' ' || replace(product_name, ' ×', '') || coalesce(' ' || shipping_address, '') || coalesce(' ' || shipping_city, '')
  || coalesce(' ' || translate(shipping_postcode, '- ', ''), '') || coalesce(' ' || translate(tracking_number, '- ', ''), ''));
