import { spawn } from 'node:child_process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseAmount } from '../../../domain/money/money.ts'
import { seedAccount } from '../../../seed/history/seed-account.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestApp, type Tenant } from '../../../testing/test-app.ts'
import { applyCreditMemo, issueCreditMemo, unapplyCreditMemo } from '../../rooms/credit-memos/index.ts'
import { aCustomer } from '../../rooms/customers/testing.ts'
import { anOpenInvoice, settle } from '../../rooms/invoices/testing.ts'
import { bookPaymentReturn } from '../../rooms/ledger/index.ts'
import { accountPart } from './format-entry.ts'
import { customerNames, inSnapshot, readEntries } from './read-entries.ts'
import { writeJournal } from './write-journal.ts'

const NAMES = [
  'Two  spaces',
  'Semi; colon: “quotes” (brackets) [more] {yet}',
  '(virtual)',
  '[balanced]',
  '* starred ! = @ | 100.00 USD',
  'Tab\tand\u00a0wide\u3000space',
  '  ends with a colon:',
  'カフェ 東京',
  'Same name',
  'Same name',
]

const test = setUpTestApp()
const tenant = setUp(() => test.tenant({ name: 'Brightwater; Supply  Co.' }))
let journal: string

beforeAll(async () => {
  const wish = { accountId: tenant.accountId, invoices: 900, customers: 20, days: 400, seed: 3 }
  await seedAccount(test.app, test.ownerConfig, wish, () => {})
  await tenant.run((ctx) => oddNames(ctx))
  journal = await readJournal()
})

/** Adds customers whose names contain hledger syntax, with currencies of three and of no decimals. */
async function oddNames(ctx: Parameters<Parameters<Tenant['run']>[0]>[0]): Promise<void> {
  for (const [at, shortName] of NAMES.entries()) {
    const currency = ['USD', 'JPY', 'BHD'][at % 3]!
    const customer = await aCustomer(ctx, { shortName, currency, email: '' })
    const amount = currency === 'JPY' ? '70000' : '1234.5'
    const invoice = await anOpenInvoice(ctx, { customer: customer.id, number: `A: ${at};  (x)`, amount })
    const payment = await settle(ctx, invoice, 1001n)
    await bookPaymentReturn(ctx, { ...payment, reason: 'no; account\nfound ; so' })
    await settle(ctx, invoice, 33n)
    const memo = await issueCreditMemo(ctx, {
      customer: customer.id,
      issued_on: '2026-11-20',
      total: '10',
      reason: '',
    })
    const apply = (request_id: string) =>
      applyCreditMemo(ctx, memo.pk, { invoice: invoice.id, amount: '4', request_id })
    const applied = await apply(`first-${at}`)
    await unapplyCreditMemo(ctx, memo.pk, applied.applications[0]!.pk)
    await apply(`second-${at}`)
  }
}

async function readJournal(): Promise<string> {
  const pieces: string[] = []
  await inSnapshot(test.app, tenant.accountId, async (ctx) => {
    for await (const piece of writeJournal(ctx)) pieces.push(piece)
  })
  return pieces.join('')
}

/** Returns the receivables in the database by the journal's customer names. */
async function owed(): Promise<Map<string, bigint>> {
  const rows = await tenant.run((ctx) =>
    ctx.db
      .selectFrom('customer_balances as b')
      .innerJoin('customers as c', (join) =>
        join.onRef('c.account_id', '=', 'b.account_id').onRef('c.id', '=', 'b.customer_id'),
      )
      .select(['c.id', 'c.short_name', 'b.currency', 'b.owed_minor'])
      .where('b.owed_minor', '>', 0n)
      .execute(),
  )
  const count = (name: string): number => rows.filter((row) => row.short_name === name).length
  return new Map(
    rows.map((row) => {
      const part = accountPart(row.short_name)
      const name = count(row.short_name) > 1 ? `${part} #${row.id.slice(-8)}` : part
      return [`${name} ${row.currency}`, row.owed_minor]
    }),
  )
}

interface Leg {
  account: string
  amountMinor: bigint
  currency: string
}

/** Parses hledger's format: two spaces end an account's name, a semicolon begins a comment. */
function parse(text: string): { head: string; legs: Leg[] }[] {
  return text
    .split('\n\n')
    .slice(1)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const [head = '', ...lines] = block.split('\n').filter((line) => line !== '')
      const legs = lines.map((line) => {
        const match = /^ {4}(\S(?:\S| (?! ))*) {2}(-?[\d.]+) ([A-Z]{3})$/.exec(line)
        if (!match || match[1]!.includes(';')) throw new Error(`not a posting: ${line}`)
        const amount = parseAmount(match[2]!, match[3]!)
        if (!amount.ok) throw new Error(`not an amount: ${line}`)
        return { account: match[1]!, amountMinor: amount.minor, currency: match[3]! }
      })
      return { head, legs }
    })
}

describe('the journal', () => {
  it('has one balanced transaction for each entry, with its date, number and description', async () => {
    const transactions = parse(journal)
    const entries = await tenant.run((ctx) =>
      ctx.db
        .selectFrom('ledger_entries')
        .select(['sequence', 'booked_on', 'description'])
        .orderBy('sequence')
        .execute(),
    )
    expect(transactions.map((one) => one.head)).toEqual(
      entries.map(
        (entry) =>
          `${entry.booked_on} (${entry.sequence}) ${entry.description.replace(/\s+/g, ' ').replaceAll(';', ',')}`,
      ),
    )
    for (const { head, legs } of transactions) {
      expect(legs.length).toBeGreaterThan(1)
      const sums = new Map<string, bigint>()
      for (const leg of legs) sums.set(leg.currency, (sums.get(leg.currency) ?? 0n) + leg.amountMinor)
      expect({ head, sums: [...sums.values()] }).toEqual({ head, sums: [...sums.keys()].map(() => 0n) })
    }
  })

  it('adds up to what each customer owes, to the smallest unit', async () => {
    const sums = new Map<string, bigint>()
    for (const leg of parse(journal).flatMap((one) => one.legs)) {
      const [, kind, customer] = leg.account.split(':')
      if (kind !== 'receivable') continue
      const key = `${customer} ${leg.currency}`
      sums.set(key, (sums.get(key) ?? 0n) + leg.amountMinor)
    }
    const open = [...sums].filter(([, sum]) => sum !== 0n)
    expect(new Map(open)).toEqual(await owed())
    expect(open.length).toBeGreaterThan(20)
  })

  it('declares the amount format of each currency', () => {
    expect(journal.split('\n').slice(0, 7)).toEqual([
      '; Receivables of Brightwater, Supply Co.',
      'decimal-mark .',
      'commodity 100.000 BHD',
      'commodity 1000.00 EUR',
      'commodity 100000. JPY',
      'commodity 1000.00 USD',
      '',
    ])
  })

  it('keeps only the current batch of entries in memory', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const pages: WeakRef<object>[] = []
    const held: number[] = []
    await inSnapshot(test.app, tenant.accountId, async (ctx) => {
      for await (const entries of readEntries(ctx, await customerNames(ctx))) {
        expect(entries.length).toBeLessThanOrEqual(500)
        pages.push(new WeakRef(entries))
        await nextTurn()
        collect()
        held.push(pages.filter((page) => page.deref() !== undefined).length)
      }
    })
    expect(pages.length).toBeGreaterThan(2)
    expect(Math.max(...held)).toBeLessThanOrEqual(2)
  })

  it('is a snapshot without entries booked while it is read', async () => {
    const before = await readJournal()
    const pieces: string[] = []
    await inSnapshot(test.app, tenant.accountId, async (ctx) => {
      for await (const piece of writeJournal(ctx)) {
        if (pieces.length === 0) await tenant.run((other) => anOpenInvoice(other, { amount: '5.00' }))
        pieces.push(piece)
      }
    })
    expect(pieces.join('')).toBe(before)
    expect((await readJournal()).length).toBeGreaterThan(before.length)
  })

  it('balances in hledger with the same receivables', async (context) => {
    if ((await hledger('', ['--version'])) === null)
      return context.skip('hledger is not installed here: nothing but our own parser read the journal')
    const now = await readJournal()
    expect(await hledger(now, ['check'])).toBe('')
    expect(await hledger(now, ['check', 'commodities'])).toBe('')
    const expected = await owed()
    const found = new Map<string, bigint>()
    for (const currency of ['USD', 'EUR', 'JPY', 'BHD']) {
      const csv = await hledger(now, [
        'balance',
        'assets:receivable',
        `cur:^${currency}$`,
        '--depth',
        '3',
        '--flat',
        '-N',
        '-O',
        'csv',
      ])
      for (const line of csv!.split('\n').slice(1).filter(Boolean)) {
        const [, name, amount] = /^"assets:receivable:((?:[^"]|"")+)","([^"]+)"$/.exec(line)!
        const [figure = ''] = amount!.split(' ')
        const parsed = parseAmount(figure.replace(/\.$/, ''), currency)
        if (!parsed.ok) throw new Error(line)
        found.set(`${name!.replaceAll('""', '"')} ${currency}`, parsed.minor)
      }
    }
    expect(found).toEqual(expected)
  })
})

/** Returns hledger's output including errors, or null where hledger is not installed. */
function hledger(input: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = spawn('hledger', [...(input === '' ? [] : ['-f', '-']), ...args], {
      env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    })
    let said = ''
    child.stdout.on('data', (data) => {
      said += data
    })
    child.stderr.on('data', (data) => {
      said += data
    })
    child.on('error', (error) =>
      (error as { code?: string }).code === 'ENOENT' ? resolve(null) : reject(error),
    )
    child.on('close', () => resolve(said))
    child.stdin.end(input)
  })
}
