-- The shop's reviews on Etsy, as its file of reviews has them, without their writers and orders. All of them are shown, or
-- none: an import replaces them all.
create table private.etsy_reviews (
  id bigint generated always as identity primary key,
  reviewed_on date not null,
  stars smallint not null check (stars between 1 and 5),
  words text not null check (length(words) <= 10000)
);
select private.protect('private.etsy_reviews');
create trigger notify_change after insert or update or delete on private.etsy_reviews
  for each statement execute function private.notify_change();
