-- contract: after the version with decision 0079 (search of garments in memory) has run; no program reads these any more.
drop trigger update_search on public.products;
drop trigger update_search_on_insert on public.products;
drop function private.update_product_search();
drop function private.index_product(public.products);
drop function private.similar_words(text);
drop table private.product_search;
drop table private.search_vocabulary;
drop function private.normalize_search_text(text);
-- With it go: their lines in src/operations/policies.ts, src/operations/exchange/{table-rules,import-shop,exchange.slow.test}.ts,
-- tests/api/access-matrix.ts and docs/assurance/retention.md.
