import './tables.ts'
import { sql } from 'kysely'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { type App, inAccount } from '../../../platform/context.ts'
import type { AccountingPlatform } from '../port.ts'
import type { Books } from './books.ts'
import { createSandboxBooks as create } from './sandbox-books.ts'

const CALLER = { requestId: 'sandbox-books', ip: null }
const ACTOR = { kind: 'system', job: 'sandbox-books' } as const

const inBooks =
  (app: App) =>
  <T>(accountId: string, work: (books: Books) => Promise<T>): Promise<T> =>
    inAccount(app, CALLER, ACTOR, accountId, ({ db, now }) => work({ db, now, accountId }))

const factsOf = (app: App) => (accountId: string) =>
  inAccount(app, CALLER, ACTOR, accountId, async ({ db, now }) => {
    const { rows } = await sql<{ currency: string; timezone: string; name: string }>`
      select a.currency, a.timezone, c.name from accounts a join companies c on c.account_id = a.account_id
      where a.account_id = ${accountId}`.execute(db)
    const { currency, timezone, name } = rows[0]!
    return { currency, name, today: dateInZone(now, timezone) }
  })

/** Creates this process's Sandbox books. Their records use transactions of their own, never the product's. */
export const createSandboxBooks = (app: App): AccountingPlatform =>
  create({ inBooks: inBooks(app), facts: factsOf(app) })
