// Some screen readers drop a table's semantics when CSS changes its display, so the roles are set explicitly.
export const as = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
}
