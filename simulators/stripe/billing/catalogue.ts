import { newId } from '../state/ids.ts'
import { listPage } from '../wire/answer-shapes.ts'
import type { Call } from '../wire/call.ts'
import { readMetadata } from '../wire/parameters.ts'
import { invalidRequest } from '../wire/stripe-error.ts'
import type { Price } from './billing-types.ts'

export function createProduct({ world, state, params }: Call): object {
  params.allow('id', 'name', 'description', 'metadata')
  const id = params.text('id') ?? newId('prod')
  if (state.find('prod', id))
    throw invalidRequest(`Product already exists.`, { code: 'resource_already_exists', param: 'id' })
  return state.add('prod', {
    id,
    object: 'product',
    active: true,
    created: world.now,
    description: params.text('description') ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: readMetadata(params),
    name: params.requireText('name'),
    package_dimensions: null,
    shippable: null,
    tax_details: null,
    type: 'service',
    updated: world.now,
    url: null,
  })
}

export function listProducts(call: Call): object {
  const ids = call.params.list('ids')
  const all = call.state.all('prod').filter(({ id }) => ids.length === 0 || ids.includes(id))
  return listPage(call, '/v1/products', all, ['ids', 'active'])
}

export function createPrice({ world, state, params }: Call): object {
  params.allow('product', 'currency', 'unit_amount', 'recurring', 'lookup_key', 'metadata')
  const recurring = params.nested('recurring')
  const lookupKey = params.text('lookup_key') ?? null
  if (lookupKey !== null && state.all('price').some((price) => price.lookup_key === lookupKey))
    throw invalidRequest(`A price already uses that lookup key.`, { param: 'lookup_key' })
  const price: Price = {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: world.now,
    currency: params.requireText('currency'),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookupKey,
    metadata: readMetadata(params),
    nickname: null,
    product: state.get('prod', params.requireText('product'), 'product').id,
    recurring: {
      interval: recurring.requireText('interval'),
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: params.requireInteger('unit_amount'),
    unit_amount_decimal: null,
  }
  return state.add('price', price)
}

export function listPrices(call: Call): object {
  const keys = call.params.list('lookup_keys')
  const all = call.state
    .all('price')
    .filter(({ lookup_key: key }) => keys.length === 0 || (key !== null && keys.includes(key)))
  return listPage(call, '/v1/prices', all, ['lookup_keys', 'active'])
}
