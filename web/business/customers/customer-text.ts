/** '1 open invoice', '1,204 open invoices'. */
export const openInvoicesText = (count: number): string =>
  count === 1 ? '1 open invoice' : `${count.toLocaleString('en-US')} open invoices`
