-- Page speed is no longer measured in browsers. The table is dropped with the next version, since a program of the former one may still write to it.
delete from private.vitals;
