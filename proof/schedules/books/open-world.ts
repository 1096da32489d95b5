import { expect } from 'vitest'
import type { AccountingPlatform } from '../../../server/gateways/accounting/port.ts'
import {
  aProviderTenant,
  connectSandbox,
  connectTo,
  postedAsCredit,
  waivedAndLeftOut,
} from '../../../server/rooms/accounting/testing.ts'
import { startClioSimulator } from '../../../simulators/clio/index.ts'
import { startQuickBooksSimulator } from '../../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../../simulators/xero/index.ts'
import type { Tenant } from '../../../testing/test-app.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { changeClio, enterTasks, fillClio } from './change-clio.ts'
import { applyUnapplied, changeThere, fillBooks } from './change-there.ts'
import { applyOverpayments, changeXero, fillXero, postedInXero, removeFees } from './change-xero.ts'
import type { Posted } from './compare-books.ts'
import type { Random } from './random.ts'

export interface World {
  readonly test: TestServer
  readonly tenant: Tenant
  readonly platform: AccountingPlatform
  /** Changes the books there as a bookkeeper does on one day. */
  changeThere(day: number): Promise<void>
  /** Settles there by hand what Quittance can't. */
  finishThere(round: number): Promise<void>
  /** Reads the records that Quittance posted there, where the platform's lists don't show them. */
  posted?(): Posted
  /** Which customer is merged into which there, by ids, where the platform's lists don't show it. */
  readonly merged?: ReadonlyMap<string, string>
}

export const BOOKS = ['sandbox_books', 'quickbooks', 'xero', 'clio'] as const
export type BooksId = (typeof BOOKS)[number]

interface Simulated {
  readonly env: Readonly<Record<string, string>>
  readonly violations: readonly string[]
  /** Changes the books, and returns the webhooks that would tell of it. */
  change(
    world: Omit<World, 'changeThere' | 'finishThere' | 'posted' | 'merged'>,
    day: number,
  ): Promise<readonly Message[]>
  finish?(tenant: Tenant, round: number): Promise<void>
  posted?(): Posted
  readonly merged?: ReadonlyMap<string, string>
  close(): Promise<void>
}

interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Open = (random: Random, now: () => number) => Promise<Simulated>

const nothing = async () => {}

const SIMULATED: Readonly<Record<BooksId, Open>> = {
  async sandbox_books() {
    return {
      env: {},
      violations: [],
      async change({ platform, tenant }) {
        await platform.simulate!(tenant.accountId, 'activity')
        return []
      },
      close: nothing,
    }
  },
  async quickbooks(random, now) {
    const { books, webhook, ...simulator } = await startQuickBooksSimulator({ now })
    fillBooks(books)
    const merged = new Map<string, string>()
    return {
      ...simulator,
      merged,
      async change(_, day) {
        const changes = changeThere(books, random, day, merged)
        // The webhook of a merge always arrives, because the changes of QuickBooks show only a customer who became inactive.
        const delivered = changes.filter(({ operation }) => operation === 'Merge' || random(3) > 0)
        return delivered.length === 0 ? [] : [webhook(delivered)]
      },
      finish: async (tenant, round) => applyUnapplied(books, round, await postedAsCredit(tenant)),
    }
  },
  async xero(random, now) {
    const { books, webhook, ...simulator } = await startXeroSimulator({ now })
    fillXero(books)
    return {
      ...simulator,
      async change(_, day) {
        const delivered = changeXero(books, random, day).filter(() => random(3) > 0)
        return delivered.length === 0 ? [] : [webhook(delivered)]
      },
      posted: () => postedInXero(books),
      async finish(tenant, round) {
        applyOverpayments(books, round, await postedAsCredit(tenant))
        removeFees(books, round, await waivedAndLeftOut(tenant))
      },
    }
  },
  async clio(random, now) {
    const { books, webhooks, ...simulator } = await startClioSimulator({ now })
    fillClio(books)
    return {
      ...simulator,
      async change({ tenant }, day) {
        if (random(2) === 0) await enterTasks(tenant, books)
        const delivered = changeClio(books, random, day).filter(() => random(3) > 0)
        return [
          ...webhooks.handshakes.splice(0),
          ...delivered.flatMap(({ model, record }) => webhooks.sign(model, 'updated', record)),
        ]
      },
      finish: (tenant) => enterTasks(tenant, books),
    }
  },
}

/** Opens a company in the given books, and runs the work. */
export async function inWorld(
  books: BooksId,
  random: Random,
  work: (world: World) => Promise<void>,
): Promise<void> {
  let now = (): number => Date.parse('2026-11-20T15:00:00Z')
  const simulated = await SIMULATED[books](random, () => now())
  const test = await createTestServer({ env: { ...simulated.env } })
  now = () => test.clock.wallNow()
  try {
    const tenant = await aProviderTenant(test)
    const platform = test.app.accountingPlatforms.get(books)!
    const connected = await (books === 'sandbox_books' ? connectSandbox(tenant) : connectTo(tenant, books))
    expect(connected).toBe('done')
    const world = { test, tenant, platform }
    await work({
      ...world,
      changeThere: async (day) => deliver(test, books, random, await simulated.change(world, day)),
      finishThere: async (round) => simulated.finish?.(tenant, round),
      ...(simulated.posted && { posted: simulated.posted }),
      ...(simulated.merged && { merged: simulated.merged }),
    })
    expect(simulated.violations).toEqual([])
  } finally {
    await test.close()
    await simulated.close()
  }
}

/** Delivers webhooks, some twice. */
async function deliver(
  { server }: TestServer,
  books: BooksId,
  random: Random,
  messages: readonly Message[],
): Promise<void> {
  const url = `/api/accounting-webhooks/${books}/`
  for (const { headers, body } of messages)
    for (let time = random(2); time < 2; time++)
      expect((await server.inject({ method: 'POST', url, headers, payload: body })).statusCode).toBe(200)
}
