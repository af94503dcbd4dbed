-- The name that a customer gives with a withdrawal (article 11a of Directive 2011/83/EU), without the order's page.
alter table private.order_lookups add column name text check (length(name) <= 200);
alter table private.returns add column declared_by text check (length(declared_by) <= 200);
