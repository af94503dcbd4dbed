-- contract: needs public/0065_withdrawals_before_work.sql
-- The tables in which programs searched garments before decision 0079 (search in memory).
drop trigger update_search on public.products;
drop trigger update_search_on_insert on public.products;
drop function private.update_product_search();
drop function private.index_product(public.products);
drop function private.similar_words(text);
drop table private.product_search;
drop table private.search_vocabulary;
drop function private.normalize_search_text(text);
