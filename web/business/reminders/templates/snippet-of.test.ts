import { expect, it } from 'vitest'
import { snippetOf } from './snippet-of.ts'

it('shows a variable, and each invoice of the list', () => {
  expect(snippetOf('invoice.due_date')).toBe('{{ invoice.due_date }}')
  expect(snippetOf('invoices')).toContain('{% for invoice in invoices %}')
})
