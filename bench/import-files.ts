/** Rows of customers to import. The first row is the header. */
export function customerRows(count: number): string[][] {
  const rows = [
    [
      'Customer Name',
      'Company',
      'Email',
      'Phone',
      'Street Address',
      'City',
      'State',
      'ZIP',
      'Country',
      'Terms',
    ],
  ]
  for (let n = 1; n <= count; n++)
    rows.push([
      `Customer ${n}`,
      `Company ${n}, Inc.`,
      `billing${n}@customer${n}.test`,
      `(555) 555-${String(n % 10_000).padStart(4, '0')}`,
      `${n} Main Street`,
      ...['Springfield', 'IL', '62701', 'USA', 'Net 30'],
    ])
  return rows
}

/** Rows of invoices to import, five for each customer. Every fifth invoice is partly paid. */
export function invoiceRows(count: number): string[][] {
  const rows = [['Invoice No', 'Customer', 'Email', 'Invoice Date', 'Due Date', 'Amount', 'Balance']]
  for (let n = 1; n <= count; n++) {
    const whose = (n * 7919) % Math.ceil(count / 5)
    const day = String((n % 28) + 1).padStart(2, '0')
    rows.push([
      `INV-${n}`,
      `Customer ${whose}`,
      `billing${whose}@customer${whose}.test`,
      `09/${day}/2026`,
      `10/${day}/2026`,
      `1,${String(n % 1000).padStart(3, '0')}.50`,
      n % 5 === 0 ? `${n % 1000}.50` : '',
    ])
  }
  return rows
}

export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')).join('\r\n')
