/** Liquid that shows a variable. The list of invoices becomes a loop with a line for each. */
export const snippetOf = (variable: string): string =>
  variable === 'invoices'
    ? '{% for invoice in invoices %}{{ invoice.number }}: {{ invoice.remaining }}\n{% endfor %}'
    : `{{ ${variable} }}`
