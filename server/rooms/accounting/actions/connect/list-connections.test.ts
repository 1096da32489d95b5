import { describe, expect, it } from 'vitest'
import { startXeroSimulator } from '../../../../../simulators/xero/index.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { createTestApp } from '../../../../../testing/test-app.ts'
import { aProviderTenant, connectTo, consentAt } from '../../testing.ts'
import { syncBooks } from '../sync/sync-books.ts'
import { disconnect } from './end-connection.ts'
import { finishConnection } from './finish-connection.ts'
import { listConnections } from './list-connections.ts'

const close = (made: { close(): Promise<void> }) => made.close()
const xero = setUp(() => startXeroSimulator({ names: ['Full Ltd', 'Empty Ltd'] }), close)
const test = setUp(() => createTestApp({ env: xero.env }), close)
const tenant = setUp(() => aProviderTenant(test))

const shown = async () => (await tenant.run(listConnections)).find(({ provider }) => provider === 'xero')!

describe('the connection that is listed', () => {
  it('is the one in use, also of empty books', async () => {
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    await connectTo(tenant, 'xero', 'Full Ltd')
    expect(await shown()).toMatchObject({ company: 'Full Ltd', status: 'connected' })
    test.clock.advance(3_600_000)
    await finishConnection(tenant.uow(), 'xero', await consentAt(tenant, 'xero', 'Empty Ltd', true))
    expect(await syncBooks(tenant.uow())).toBe('done')
    expect(await shown()).toMatchObject({ company: 'Empty Ltd', status: 'connected', read: { invoices: 0 } })
  })

  it('is the one with content once the empty books are disconnected', async () => {
    await disconnect(tenant.uow(), 'xero')
    expect(await shown()).toMatchObject({
      ...{ company: 'Full Ltd', status: 'disconnected' },
      read: { customers: 1, invoices: 1 },
    })
  })
})
