import { newId } from '../state/ids.ts'
import type { Call, Route } from '../wire/call.ts'
import { readMetadata } from '../wire/parameters.ts'
import { invalidRequest } from '../wire/stripe-error.ts'

const LINK_SECONDS = 300

function createAccount({ world, state, params }: Call): object {
  if (state !== world.platform) throw invalidRequest('Only a platform can create accounts.', {}, 403)
  params.allow(
    'type',
    'country',
    'email',
    'business_profile',
    'business_type',
    'capabilities',
    'controller',
    'default_currency',
    'metadata',
  )
  const email = params.text('email')
  const name = params.nested('business_profile').text('name')
  const type = params.oneOf('type', ['standard', 'express', 'custom']) ?? 'standard'
  const created = world.addAccount({
    connected: true,
    charges_enabled: false,
    type,
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
  })
  created.account.metadata = readMetadata(params)
  return created.account
}

function retrieveAccount({ world, state, id }: Call): object {
  return id === '' || id === state.id ? state.account : world.connectedAccount(id).account
}

function createAccountLink({ world, params }: Call): object {
  params.allow('account', 'refresh_url', 'return_url', 'type', 'collection_options')
  const { id } = world.connectedAccount(params.requireText('account'))
  params.oneOf('type', ['account_onboarding', 'account_update'])
  const link = newId('x').slice(2)
  world.accountLinks.set(link, {
    accountId: id,
    returnUrl: params.requireText('return_url'),
    refreshUrl: params.requireText('refresh_url'),
    expiresAt: world.now + LINK_SECONDS,
  })
  return {
    object: 'account_link',
    created: world.now,
    expires_at: world.now + LINK_SECONDS,
    url: `${world.origin}/setup/${link}`,
  }
}

export const accountRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/account', handle: retrieveAccount },
  { method: 'POST', path: '/v1/accounts', handle: createAccount },
  { method: 'GET', path: '/v1/accounts/:id', handle: retrieveAccount },
  { method: 'POST', path: '/v1/account_links', handle: createAccountLink },
]
