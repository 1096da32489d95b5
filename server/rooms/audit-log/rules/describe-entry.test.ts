import { describe, expect, it } from 'vitest'
import { AUDIT_TEXTS } from '../../../main/rooms.ts'
import { type AuditRow, describeEntry, idsIn, type RecordName, sentenceOf } from './describe-entry.ts'
import { factsOf } from './present-facts.ts'

const ADA = '01990000-0000-7000-8000-000000000001'
const INVOICE = '01990000-0000-7000-8000-000000000002'
const PAYMENT = '01990000-0000-7000-8000-000000000003'
const HARBOR = '01990000-0000-7000-8000-000000000004'
const MEMO = '01990000-0000-7000-8000-000000000005'
const IMPORT = '01990000-0000-7000-8000-000000000006'

const record = (kind: RecordName['kind'], id: string, label: string, currency: string | null = 'USD') =>
  [id, { kind, id, label, currency, totalMinor: null }] as const
const NAMES = new Map<string, RecordName>([
  record('user', ADA, 'Ada Lovelace', null),
  record('invoice', INVOICE, 'INV-7'),
  record('payment', PAYMENT, 'PAY-1', 'JPY'),
  record('customer', HARBOR, 'Harbor Foods'),
  record('credit_memo', MEMO, 'CM-2', 'EUR'),
  record('customers-import', IMPORT, 'people.csv', null),
])

const entry = (
  action: string,
  [objectType, objectId]: readonly [string, string | null],
  detail: Record<string, unknown> = {},
  actor: Partial<AuditRow> = {},
): AuditRow => ({
  id: '01990000-0000-7000-8000-0000000000ff',
  at: new Date(0),
  actorKind: 'staff',
  actorId: ADA,
  actorLabel: 'ada@example.test',
  action,
  objectType,
  objectId,
  detail,
  ip: null,
  requestId: 'r',
  sealNumber: null,
  sealDigest: null,
  sealedAt: null,
  ...actor,
})

const SYSTEM = { actorKind: 'system', actorId: null } as const

describe('entry sentences', () => {
  it.each([
    [
      entry('payments.refund_confirmed', ['payment', PAYMENT], { number: 'PAY-1', amountMinor: '2000' }),
      'Ada Lovelace refunded ¥2,000 of payment PAY-1.',
    ],
    [
      entry('invoices.create', ['invoice', INVOICE], {
        customer: HARBOR,
        currency: 'USD',
        total_minor: '2000',
      }),
      'Ada Lovelace created invoice INV-7 of $20.00 for Harbor Foods.',
    ],
    [
      entry('invoices.update', ['invoice', INVOICE], { before_minor: '100', after_minor: '-5' }),
      'Ada Lovelace changed invoice INV-7, which was sent already, from $1.00 to -$0.05.',
    ],
    [
      entry('invoices.send', ['invoice', INVOICE], { to: ['a@b.test', 'c@d.test'], total_minor: '100' }),
      'Ada Lovelace sent invoice INV-7 of $1.00 to a@b.test, c@d.test.',
    ],
    [
      entry('invoices.void', ['invoice', INVOICE], { reason: 'sent {twice} [again]' }),
      'Ada Lovelace voided invoice INV-7: sent {twice} [again].',
    ],
    [
      entry('credit-memos.apply', ['credit_memo', MEMO], { invoice: INVOICE, amount_minor: '100' }),
      'Ada Lovelace applied €1.00 of credit memo CM-2 to invoice INV-7.',
    ],
    [
      entry('customers.update', ['customer', HARBOR], { changed: ['shortName', 'default_terms'] }),
      'Ada Lovelace changed Harbor Foods: short name, default terms.',
    ],
    [
      entry('accounts.update-settings', ['account', null], { changed: [] }),
      'Ada Lovelace changed the account settings.',
    ],
    [
      entry('imports.finish', ['import', IMPORT], {
        kind: 'customers',
        fates: { create: 2, reject: 1, update: 0 },
      }),
      'Ada Lovelace finished the import of people.csv of customers: 2 new, 1 skipped.',
    ],
    [
      entry('team.change-role', ['user', null], { email: 'bob@b.test', from: 'viewer', to: 'admin' }),
      'Ada Lovelace changed the role of bob@b.test from viewer to admin.',
    ],
    [
      entry('reports.share', ['report_link', null], { recipient: 'Bank', days: 90, shows_customers: true }),
      'Ada Lovelace shared the receivables report with Bank for 90 days, with customers’ names.',
    ],
    [
      entry('reports.share', ['report_link', null], { recipient: 'Bank', days: 30, shows_customers: false }),
      'Ada Lovelace shared the receivables report with Bank for 30 days, without customers’ names.',
    ],
    [entry('reports.share', ['report_link', null]), 'Ada Lovelace shared the receivables report.'],
    [entry('identity.log-in', ['session', null]), 'Ada Lovelace logged in.'],
    [
      entry('identity.ask-reset', ['user', ADA], {}, { ...SYSTEM, actorLabel: 'Visitor' }),
      'A visitor asked for a link to set a new password for Ada Lovelace.',
    ],
    [
      entry('payments.confirm', ['payment', PAYMENT], {}, { ...SYSTEM, actorLabel: 'payments.reconcile' }),
      'Quittance confirmed payment PAY-1.',
    ],
    [
      entry('payments.start', ['payment', PAYMENT], {}, { actorKind: 'pay_link', actorLabel: 'Pay link' }),
      'A pay link visitor started payment PAY-1.',
    ],
    [
      entry(
        'portal.log-in',
        ['session', null],
        {},
        { actorKind: 'customer', actorId: null, actorLabel: 'c@d.test' },
      ),
      'c@d.test logged in to the portal.',
    ],
  ])('%#', (row, sentence) => {
    expect(sentenceOf(row, NAMES, AUDIT_TEXTS)).toBe(sentence)
  })

  it('describe a deleted record by the recorded details, and omit amounts of unknown currency', () => {
    const nobody = new Map<string, RecordName>()
    expect(
      sentenceOf(
        entry('invoices.remove-draft', ['invoice', INVOICE], { number: 'INV-7' }),
        nobody,
        AUDIT_TEXTS,
      ),
    ).toBe('ada@example.test deleted the draft of invoice INV-7.')
    expect(
      sentenceOf(entry('payments.refund', ['payment', PAYMENT], { amountMinor: '5' }), nobody, AUDIT_TEXTS),
    ).toBe('ada@example.test asked for a refund of a payment that no longer exists.')
    expect(sentenceOf(entry('customers.update', ['customer', HARBOR]), nobody, AUDIT_TEXTS)).toBe(
      'ada@example.test changed a customer that no longer exists.',
    )
  })

  it('show all recorded details in readable form', () => {
    const facts = (
      detail: Record<string, unknown>,
      object: readonly [string, string | null] = ['payment', PAYMENT],
    ) =>
      Object.fromEntries(
        factsOf(entry('payments.record', object, detail), NAMES).map(({ name, value }) => [name, value]),
      )
    expect(facts({ amountMinor: '2000', number: 'PAY-1', note: '', code: null, customer: HARBOR })).toEqual({
      Amount: '¥2,000',
      Number: 'PAY-1',
      Customer: 'Harbor Foods',
    })
    expect(facts({ total_minor: '5' }, ['invoice', null])).toEqual({ Total: '5' })
    expect(
      facts({ changed: ['default_terms'], fates: { create: 1 }, mapping: { email: 3 }, paymentId: PAYMENT }),
    ).toEqual({ Changed: 'default terms', Fates: '1 new', Mapping: '{"email":3}', Payment: 'PAY-1' })
  })

  it("fall back to the action's name for an action of a later version", () => {
    expect(describeEntry(entry('moon.land', ['moon', null], { foot: 'left' }), NAMES, AUDIT_TEXTS)).toEqual({
      before: 'moon.land',
      named: '',
      after: '',
    })
  })

  it('request names for all referenced records, and ignore values that are not ids', () => {
    const rows = [
      entry('credit-memos.apply', ['credit_memo', MEMO], { invoice: INVOICE, customer: "'; drop" }),
      entry('payments.clearing-sent', ['invoice', INVOICE], { paymentId: PAYMENT, customer: 7 }, SYSTEM),
    ]
    expect(idsIn(rows)).toEqual(new Set([MEMO, ADA, INVOICE, PAYMENT]))
  })
})
