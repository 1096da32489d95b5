import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../domain/dates/durations.ts'
import { startClioSimulator } from '../../../simulators/clio/index.ts'
import type { TokenFault } from '../../../simulators/identity/token-faults.ts'
import { startQuickBooksSimulator } from '../../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../../simulators/xero/index.ts'
import { setUp } from '../../../testing/set-up.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { finishConnection } from './actions/connect/finish-connection.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { selectConnections } from './store/connections.ts'
import { aProviderTenant, connectTo, consentAt, syncNow } from './testing.ts'

const clocks = { now: () => Date.parse('2026-11-20T15:00:00Z') }
const close = (made: { close(): Promise<void> }) => made.close()
const intuit = setUp(() => startQuickBooksSimulator({ now: () => clocks.now() }), close)
const xero = setUp(() => startXeroSimulator({ now: () => clocks.now() }), close)
const clio = setUp(() => startClioSimulator({ now: () => clocks.now() }), close)
const test = setUp(async () => {
  const made = await createTestApp({ env: { ...intuit.env, ...xero.env, ...clio.env } })
  clocks.now = () => made.clock.wallNow()
  return made
}, close)

const simulators = () => ({ quickbooks: intuit, xero, clio })
type Provider = keyof ReturnType<typeof simulators>

const PASSING: readonly (readonly [string, TokenFault])[] = [
  ['a limit', { status: 429, error: 'too_many_requests', retryAfter: '900' }],
  ['a limit that names no time', { status: 429 }],
  ['a request that took too long', { status: 408 }],
  ['an unknown client', { status: 401, error: 'invalid_client' }],
  ['the page of a proxy', { status: 403 }],
  ['a broken answer', { status: 502 }],
]

describe.each(['quickbooks', 'xero', 'clio'] as const)('tokens of %s', (provider: Provider) => {
  const simulator = () => simulators()[provider]
  const tenant = setUp(async () => {
    const made = await aProviderTenant(test)
    expect(await connectTo(made, provider)).toBe('done')
    return made
  })
  const connection = async () => (await tenant.run(selectConnections))[0]!
  const later = async () => {
    test.clock.advance(60 * MINUTE_MS)
    expect(await syncNow(tenant)).toBe('done')
  }

  it.each(PASSING)('keeps the connection when the token call meets %s', async (_name, fault) => {
    simulator().failNext('unauthorized')
    simulator().failTokens(fault)
    expect(await syncNow(tenant)).toBe('failed')
    expect(await connection()).toMatchObject({ status: 'connected', ended_at: null })
    await later()
    expect(await connection()).toMatchObject({ status: 'connected', failure: null })
  })

  it('waits as long as the token call asks', async () => {
    simulator().failNext('unauthorized')
    simulator().failTokens({ status: 429, retryAfter: '900' })
    const { now } = await tenant.run(async (ctx) => ({ now: ctx.now }))
    expect(await syncNow(tenant)).toBe('failed')
    const { failure, next_sync_at } = await connection()
    expect(failure).toContain('asked us to wait')
    expect(next_sync_at!.getTime()).toBeGreaterThanOrEqual(now + 15 * MINUTE_MS)
    await later()
  })

  it('connects nothing while the platform asks to wait, and says so', async () => {
    const answer = await consentAt(tenant, provider)
    simulator().failTokens({ status: 429, retryAfter: '5' })
    await expect(finishConnection(tenant.uow(), provider, answer)).rejects.toMatchObject({
      code: 'processor_unavailable',
    })
    await later()
  })

  it('ends the connection when the consent was taken back', async () => {
    simulator().failNext('unauthorized')
    simulator().failTokens({ status: 400, error: 'invalid_grant' })
    await syncBooks(tenant.uow(), 'posts')
    await syncNow(tenant)
    expect(await connection()).toMatchObject({ status: 'disconnected', ended_by: 'platform' })
  })
})
