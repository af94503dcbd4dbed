-- The rule of 0089 holds for the rows before it.
alter table private.returns validate constraint returns_declared_on_check;
