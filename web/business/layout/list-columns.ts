import type { Column } from '../../ui/table/data-table.tsx'

/** The column of a list that names the customer of each row. */
export const customerColumn = {
  id: 'customer',
  header: 'Customer',
  sortable: true,
  card: 'title',
  text: (row) => row.customer.short_name,
  cell: (row) => row.customer.short_name,
} as const satisfies Column<{ readonly customer: { readonly short_name: string } }>

/** The column that names each row by its number. */
export const numberColumn = (header: string) =>
  ({
    id: 'number',
    header,
    rowHeader: true,
    sortable: true,
    width: 8,
    card: 'aside',
    text: (row) => row.number,
    cell: (row) => row.number,
  }) as const satisfies Column<{ readonly number: string }>
