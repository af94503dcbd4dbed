-- The rules of 0080 hold for the rows before it.
alter table private.returns validate constraint returns_state_check;
alter table private.returns validate constraint returns_settled;
