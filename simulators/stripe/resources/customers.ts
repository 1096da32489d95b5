import { newId } from '../state/ids.ts'
import type { Customer } from '../state/wire-types.ts'
import { listPage } from '../wire/answer-shapes.ts'
import type { Call, Route } from '../wire/call.ts'
import { readMetadata } from '../wire/parameters.ts'
import { searchPage } from '../wire/search.ts'

const FIELDS = [
  'address',
  'description',
  'email',
  'metadata',
  'name',
  'phone',
  'payment_method',
  'shipping',
  'invoice_settings',
]

function createCustomer({ world, state, params }: Call): object {
  params.allow(...FIELDS)
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    address: params.has('address') ? params.nested('address').values : null,
    balance: 0,
    created: world.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.text('description') ?? null,
    discount: null,
    email: params.text('email') ?? null,
    invoice_prefix: newId('').slice(1, 9).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: readMetadata(params),
    name: params.text('name') ?? null,
    next_invoice_sequence: 1,
    phone: params.text('phone') ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  state.add('cus', customer)
  world.emit(state, 'customer.created', customer)
  return customer
}

function updateCustomer({ world, state, params, id }: Call): object {
  params.allow(...FIELDS)
  const customer = state.get('cus', id, 'id')
  for (const field of ['email', 'name', 'description', 'phone'] as const)
    if (params.has(field)) customer[field] = params.text(field) || null
  if (params.has('address')) customer.address = params.nested('address').values
  if (params.has('metadata')) customer.metadata = readMetadata(params, customer.metadata)
  world.emit(state, 'customer.updated', customer)
  return customer
}

function deleteCustomer({ world, state, id }: Call): object {
  const customer = state.get('cus', id, 'id')
  state.remove('cus', id)
  for (const method of state.all('pm')) if (method.customer === id) method.customer = null
  world.emit(state, 'customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}

function listCustomers(call: Call): object {
  const email = call.params.text('email')
  const all = call.state.all('cus').filter((customer) => email === undefined || customer.email === email)
  return listPage(call, '/v1/customers', all, ['email'])
}

export const customerRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/customers', handle: createCustomer },
  { method: 'GET', path: '/v1/customers', handle: listCustomers },
  {
    method: 'GET',
    path: '/v1/customers/search',
    handle: (call) => searchPage(call, '/v1/customers/search', call.state.all('cus')),
  },
  { method: 'GET', path: '/v1/customers/:id', handle: ({ state, id }) => state.get('cus', id, 'id') },
  { method: 'POST', path: '/v1/customers/:id', handle: updateCustomer },
  { method: 'DELETE', path: '/v1/customers/:id', handle: deleteCustomer },
]
