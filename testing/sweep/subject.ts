import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { hashPassword } from '../../server/platform/auth/password-hashing.ts'
import { applyCreditMemo } from '../../server/rooms/credit-memos/index.ts'
import { aCreditMemo } from '../../server/rooms/credit-memos/testing.ts'
import { aCustomer, aGroup, aGroupMove, oneOfManyGroups } from '../../server/rooms/customers/testing.ts'
import { createUser, issueCode, issueToken, setPasswordHash } from '../../server/rooms/identity/index.ts'
import { A_PASSWORD, aSecondFactor, aUser, removeSecondFactor } from '../../server/rooms/identity/testing.ts'
import { anUpload, checked } from '../../server/rooms/imports/testing.ts'
import { writeOffInvoice } from '../../server/rooms/invoices/index.ts'
import { aDraft, anOpenInvoice } from '../../server/rooms/invoices/testing.ts'
import { aLink, aProviderToken } from '../../server/rooms/login/testing.ts'
import {
  aPortalFactor,
  aPortalLogin,
  aPreviewCode,
  setPortalPassword,
} from '../../server/rooms/portal/testing.ts'
import { aReportLink } from '../../server/rooms/reports/testing.ts'
import { callApi } from '../call-api.ts'
import type { TestServer } from '../test-server.ts'
import {
  type Debtor,
  openPortalSession,
  openStaffSession,
  type SweptCompany,
  staffSession,
} from './company.ts'
import { insertDemoMessage } from './insert-demo-message.ts'
import { paymentSubjectOf } from './payment-subject.ts'
import type { Identity, Principal } from './principals.ts'
import { teamSubjectOf } from './team-subject.ts'

type CodePurpose = 'pay_link_code' | 'pay_link_portal'
type LinkPurpose = 'verify_email' | 'reset_password' | 'portal_enrol' | 'portal_log_in'

/** Records of one customer for sample requests, with one-time records for calls that use them up. */
export type Subject = ReturnType<typeof subjectOf>

const CUSTOMERS_CSV = 'Name,Email\nAtlas Bakery,atlas@people.test\n,nameless@people.test\n'

/**
 * Creates the records of one customer. `readOnly` records are created once and only read, for calls that will be
 * refused. Without it each request gets new records, so that every allowed call finds what it needs.
 */
export function subjectOf(test: TestServer, company: SweptCompany, debtor: Debtor, readOnly: boolean) {
  const kept = new Map<string, Promise<unknown>>()
  const make = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (!readOnly) return work()
    if (!kept.has(name)) kept.set(name, work())
    return kept.get(name) as Promise<T>
  }
  const customer = debtor.customerId
  return {
    ...teamSubjectOf(test, company, readOnly, make),
    ...paymentSubjectOf(test, company, debtor, readOnly, make),
    make,
    company,
    debtor,
    /** Returns an unused request id. */
    requestId: () => `sweep-${randomUUID()}`,
    newEmail: () => `sweep-${randomUUID()}@people.test`,
    /** Creates another customer of the company. */
    spareCustomer: () => make('spare', async () => (await company.run((ctx) => aCustomer(ctx))).id),
    /** Moves a customer to a group, which can be undone. */
    groupMove: () => make('groupMove', () => company.run(aGroupMove)),
    /** Creates a group of the company's customers. A read-only one stays, however many others follow. */
    group: () => make('group', () => company.run((ctx) => (readOnly ? aGroup(ctx) : oneOfManyGroups(ctx)))),
    draft: () => make('draft', () => company.run((ctx) => aDraft(ctx, { customer }))),
    openInvoice: () => make('open', () => company.run((ctx) => anOpenInvoice(ctx, { customer }))),
    writtenOffInvoice: () =>
      make('written off', async () => {
        const { pk } = await company.run((ctx) => anOpenInvoice(ctx, { customer }))
        await company.run((ctx) => writeOffInvoice(ctx, pk, ''))
        return pk
      }),
    memo: () => make('memo', () => company.run((ctx) => aCreditMemo(ctx, { customer }))),
    appliedMemo: () =>
      // Two transactions, like two requests: each locks receivables before the head of the ledger.
      make('applied', async () => {
        const { pk } = await company.run((ctx) => aCreditMemo(ctx, { customer }))
        const application = {
          invoice: debtor.invoiceId,
          amount: '1.00',
          request_id: `sweep-${randomUUID()}`,
        }
        return company.run((ctx) => applyCreditMemo(ctx, pk, application))
      }),
    /** Puts the caller's second factor into `state` and returns the password and code to send. Read-only subjects change nothing. */
    factors: async (who: Principal, state: 'none' | 'begun' | 'confirmed') => {
      const code = readOnly ? null : await setSecondFactor(test, who, state)
      return { current_password: A_PASSWORD, auth_code: code ?? '123456' }
    },
    /** Opens another session and returns its id: the caller's own, or a colleague's for the second customer. */
    sessionOf: (who: Principal) => {
      const { is } = who
      if (is.kind === 'customer')
        return make(`session of ${who.name}`, () =>
          portalSessionOf(test, is, debtor === company.debtors.first),
        )
      const { viewer, owner } = company.people
      const colleague = userOf(who) === viewer ? owner : viewer
      const userId = debtor === company.debtors.first ? userOf(who) : colleague
      return make(`session of ${userId}`, async () =>
        userId === null ? randomUUID() : (await openStaffSession(test, userId)).sessionId,
      )
    },
    upload: () => make('upload', () => anUpload(company, 'customers', CUSTOMERS_CSV)),
    checkedUpload: () =>
      make('checked', async () => checked(company, await anUpload(company, 'customers', CUSTOMERS_CSV))),
    /** Returns the id of the company's logo, uploading one if needed. */
    logo: () => (readOnly ? logoOf(test, company) : uploadLogo(test, company)),
    /** A link to the shared report, with customer names. */
    reportLink: () => make('report link', () => company.run((ctx) => aReportLink(ctx))),
    message: () => make('message', () => insertDemoMessage(test)),
    token: (purpose: LinkPurpose) => make(purpose, () => oneTimeToken(test, company, purpose)),
    /** A user who can log in with A_PASSWORD. */
    person: () =>
      make('person', () =>
        test.transact((ctx) =>
          aUser(ctx, { email: `sweep-${randomUUID()}@people.test`, homeAccountId: company.accountId }),
        ),
      ),
    pageOfOurs: (path: string) => test.app.config.appOrigin + path,
    /** A one-time token from a provider's callback, with or without a linked login. */
    providerToken: (whose: 'linked' | 'unknown') =>
      make(`provider token ${whose}`, async () => {
        if (whose === 'unknown') return aProviderToken(test.app)
        const subject = await test.transact(async (ctx) => {
          const email = `sweep-${randomUUID()}@people.test`
          const { id } = await aUser(ctx, { email, homeAccountId: company.accountId })
          return aLink(ctx, id)
        })
        return aProviderToken(test.app, subject)
      }),
    /** Links a provider to the caller's login. Read-only subjects change nothing. */
    link: async (who: Principal) => {
      const userId = userOf(who)
      if (!readOnly && userId !== null) await test.transact((ctx) => aLink(ctx, userId))
    },
    staffToken: () => make('session', () => staffSession(test, company.people.viewer)),
    /** A one-time code that opens a preview of the customer. */
    previewCode: () =>
      make('preview', () => {
        const by = { userId: company.people.viewer, role: 'viewer', customerId: customer } as const
        return company.run((ctx) => aPreviewCode(ctx, by))
      }),
    /** The code that unlocks the session of a pay link's token. */
    code: (who: Principal, purpose: CodePurpose = 'pay_link_code') =>
      make(`${purpose} ${who.name}`, () => codeFor(test, company, who, purpose)),
  }
}

export const logoBytes = (): Promise<Buffer> =>
  sharp({ create: { width: 24, height: 24, channels: 3, background: '#0e6553' } })
    .png()
    .toBuffer()

const logos = new WeakMap<SweptCompany, Promise<string>>()

/** A company has one logo at a time, so the read-only logo is shared by all its customers. */
function logoOf(test: TestServer, company: SweptCompany): Promise<string> {
  if (!logos.has(company)) logos.set(company, uploadLogo(test, company))
  return logos.get(company)!
}

async function uploadLogo(test: TestServer, company: SweptCompany): Promise<string> {
  const answer = await callApi<{ company: { logo: string } }>(test.server, {
    method: 'PUT',
    path: `/api/accounts/${company.accountId}/company/logo/`,
    token: await staffSession(test, company.people.owner),
    file: { type: 'image/png', bytes: await logoBytes() },
  })
  return /\/api\/logos\/[^/]+\/([^/]+)\//.exec(answer.body.company.logo)![1]!
}

async function oneTimeToken(test: TestServer, company: SweptCompany, purpose: LinkPurpose): Promise<string> {
  const email = `sweep-${randomUUID()}@people.test`
  if (purpose === 'portal_enrol' || purpose === 'portal_log_in') {
    return company.run(async (ctx) => {
      const invited = await aCustomer(ctx, { email })
      const user = await aPortalLogin(ctx, { email, customerIds: [invited.id] })
      return issueToken(ctx, { purpose, email, accountId: company.accountId, subjectId: user.id })
    })
  }
  return test.transact(async (ctx) => {
    const user = await createUser(ctx, {
      email,
      firstName: 'Ada',
      lastName: 'King',
      emailVerified: purpose === 'reset_password',
      passwordHash: '',
      homeAccountId: company.accountId,
    })
    return issueToken(ctx, { purpose, email, userId: user!.id })
  })
}

async function codeFor(
  test: TestServer,
  company: SweptCompany,
  who: Principal,
  purpose: CodePurpose,
): Promise<string> {
  const { accountId } = company
  const read = await test.app.tokens.verify(who.token ?? '', test.clock.wallNow())
  if (!read.ok || who.is.kind !== 'pay_link') return '000000'
  const about = { purpose, email: who.is.debtor.portalEmail, accountId } as const
  return company.run((ctx) => issueCode(ctx, { ...about, subjectId: read.claims.sessionId }))
}

const userOf = ({ is }: Principal): string | null => (is.kind === 'staff' ? is.company.people[is.role] : null)

/** Opens another session of the customer, or of the company's other customer. Returns its id. */
async function portalSessionOf(test: TestServer, is: Identity & { kind: 'customer' }, own: boolean) {
  const { first, second } = is.company.debtors
  const other = is.debtor === first ? second : first
  return (await openPortalSession(test, is.company, own ? is.debtor : other)).sessionId
}

/** Resets the password, which a call may have changed, and sets the factor's state. Returns a code, if possible a recovery code. */
async function setSecondFactor(
  test: TestServer,
  who: Principal,
  state: 'none' | 'begun' | 'confirmed',
): Promise<string | null> {
  const { is } = who
  if (is.kind === 'customer')
    return is.company.run(async (ctx) => {
      await setPortalPassword(ctx, is.debtor.portalUserId)
      const factor = await aPortalFactor(ctx, is.debtor.portalUserId, state)
      return factor && (factor.recoveryCodes[0] ?? factor.code)
    })
  const userId = userOf(who)
  if (userId === null) return null
  const hash = await hashPassword(A_PASSWORD)
  return test.transact(async (ctx) => {
    await setPasswordHash(ctx, userId, hash)
    if (state !== 'none') {
      const { code, recoveryCodes } = await aSecondFactor(ctx, userId, state)
      return recoveryCodes[0] ?? code
    }
    await removeSecondFactor(ctx, userId)
    return null
  })
}
