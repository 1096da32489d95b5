import { createRoute, redirect } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { CUSTOMER_GROUPS_PATH } from '../paths.ts'
import { shellRoute } from '../root-routes.tsx'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers',
  component: lazyWithRetry(() => import('../customers/customers-page.tsx'), 'CustomersPage'),
})

const groups = createRoute({
  getParentRoute: () => shellRoute,
  path: CUSTOMER_GROUPS_PATH,
  component: lazyWithRetry(() => import('../customers/groups/groups-page.tsx'), 'GroupsPage'),
})

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/$customerId',
  component: lazyWithRetry(() => import('../customers/customer-page.tsx'), 'CustomerPage'),
})

/** Path of a customer's page. */
const details = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customer-details',
  validateSearch: (search: Record<string, unknown>) => ({
    customer: typeof search.customer === 'string' ? search.customer : '',
  }),
  beforeLoad: ({ search }) => {
    throw redirect(
      search.customer === ''
        ? { to: '/customers' }
        : { to: '/customers/$customerId', params: { customerId: search.customer } },
    )
  },
})

export const customersRoutes = [list, groups, detail, details] as const
