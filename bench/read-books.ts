import type pg from 'pg'
import { createAccountingPlatforms } from '../server/main/accounting-platforms.ts'
import { AUDIT_TEXTS, EVENT_TYPES_BY_ACTION } from '../server/main/rooms.ts'
import { systemClock } from '../server/platform/clock.ts'
import { readConfig } from '../server/platform/config.ts'
import { type Actor, unitOfWork } from '../server/platform/context.ts'
import { createApp } from '../server/platform/create-app.ts'
import { createLog } from '../server/platform/log.ts'
import { connectTo, liveConnection, syncNow } from '../server/rooms/accounting/testing.ts'
import type { Tenant } from '../testing/test-app.ts'
import { ownCpuS } from './measuring.ts'

/** Given to the process of `books.ts` that reads the books, and may be killed meanwhile. */
export interface ReadBooks {
  readonly settings: Readonly<Record<string, string>>
  readonly connection: pg.ClientConfig
  readonly accountId: string
  readonly owner: Actor & { readonly kind: 'staff' }
}

/** Sent by the process when the books are read. */
export interface BooksRead {
  readonly end: string
  readonly seconds: number
  readonly cpuS: number
  readonly memoryMb: number
}

const { settings, connection, accountId, owner } = JSON.parse(process.env.READ_BOOKS ?? '') as ReadBooks
const { app, close } = await createApp({
  config: { ...readConfig(settings), demo: false },
  connection,
  clock: systemClock,
  log: createLog('silent'),
  maintain: false,
  mail: () => ({ deliver: async () => ({ ok: true }), close: async () => {} }),
  processors: () => [],
  accountingPlatforms: createAccountingPlatforms,
  auditTexts: AUDIT_TEXTS,
  eventTypes: EVENT_TYPES_BY_ACTION,
})
const uow = unitOfWork(app, { requestId: 'bench', ip: null }, owner, accountId)
const tenant: Tenant = { accountId, owner, uow: () => uow, run: (work) => uow.transaction(work) }
const [began, cpuBefore] = [performance.now(), ownCpuS()]
const isConnected = (await tenant.run(liveConnection)) !== null
const end = await (isConnected ? syncNow(tenant) : connectTo(tenant, 'quickbooks'))
process.send?.({
  end,
  seconds: (performance.now() - began) / 1000,
  cpuS: ownCpuS() - cpuBefore,
  memoryMb: process.resourceUsage().maxRSS / 1024,
} satisfies BooksRead)
await close()
process.disconnect()
