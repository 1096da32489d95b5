import { customers } from '../../../contract/customers.ts'
import { type BoundRoute, on } from '../../platform/http/handlers.ts'
import { createCustomer } from './actions/create-customer.ts'
import { listCustomers } from './actions/list-customers.ts'
import { readCustomerDetail } from './actions/read-customer.ts'
import { updateCustomer } from './actions/update-customer.ts'

export const customersRoutes: BoundRoute[] = [
  on(customers.list, (ctx, { query }) => listCustomers(ctx, query)),
  on(customers.create, (ctx, { body }) => createCustomer(ctx, body)),
  on(customers.read, (ctx, { params }) => readCustomerDetail(ctx, params.customer)),
  on(customers.update, (ctx, { params, body }) => updateCustomer(ctx, params.customer, body)),
]
