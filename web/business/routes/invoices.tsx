import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { shellRoute } from '../root-routes.tsx'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices',
  component: lazyWithRetry(() => import('../invoices/list/invoices-page.tsx'), 'InvoicesPage'),
})

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices/$invoiceId',
  component: lazyWithRetry(() => import('../invoices/invoice-page.tsx'), 'InvoicePage'),
})

/** Opens the editor with an existing invoice, or with a new one for a preselected customer. */
export interface EditorSearch {
  invoice?: string | undefined
  customer?: string | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const editor = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoice-view',
  validateSearch: ({ invoice, customer }: Record<string, unknown>): EditorSearch => ({
    invoice: textOf(invoice),
    customer: textOf(customer),
  }),
  component: lazyWithRetry(() => import('../invoices/editor/editor-page.tsx'), 'EditorPage'),
})

const memos = createRoute({
  getParentRoute: () => shellRoute,
  path: '/credit-memos',
  component: lazyWithRetry(() => import('../credit-memos/credit-memos-page.tsx'), 'CreditMemosPage'),
})

const memo = createRoute({
  getParentRoute: () => shellRoute,
  path: '/credit-memos/$memoId',
  component: lazyWithRetry(() => import('../credit-memos/credit-memo-page.tsx'), 'CreditMemoPage'),
})

export const invoicesRoutes = [list, detail, editor, memos, memo] as const
