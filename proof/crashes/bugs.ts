/** A place in the product's text, and what stands there instead. */
interface Change {
  /** Below server/. */
  readonly file: string
  readonly from: string
  readonly to: string
}

/** A mistake that only shows when a process ends at the wrong moment, and the moment at which it does. */
export interface CrashBug {
  readonly changes: readonly Change[]
  readonly failpoint: string
  readonly story: 'payByCard' | 'recordCheque'
  /** What notices it. */
  readonly notices: RegExp
}

/** Beside each of the others: what somebody typed is told to whoever reads what the process prints. */
export const TELLTALE: { readonly changes: readonly Change[]; readonly notices: RegExp } = {
  changes: [
    {
      file: 'platform/http/mount.ts',
      from: 'const result = entry.handleUnitOfWork',
      to: `console.error('asked with', JSON.stringify(parsed()))
        const result = entry.handleUnitOfWork`,
    },
  ],
  notices: /^a password in the server’s standard error: asked with [^“]+\[a password\]/,
}

/** Each is put into the product from outside, while it is loaded; none has a switch in it. */
export const BUGS: Readonly<Record<string, CrashBug>> = {
  'a call that was cut off is taken for one that failed': {
    changes: [
      {
        file: 'rooms/payments/actions/reconcile/check-payment.ts',
        from: 'const outcome = await findAtProcessor(uow.app, processor, payment)',
        to: 'const outcome = { ok: true, value: null }',
      },
    ],
    failpoint: 'provider.after',
    story: 'payByCard',
    notices: /^attempt: .* stands as rejected/,
  },
  'a payment is marked in one transaction and booked in another': {
    changes: [
      {
        file: 'rooms/payments/actions/settle/confirm-payment.ts',
        from: "import { bookPayment, readReceivables, type Share } from '../../../ledger/index.ts'",
        to: `import { inAccount } from '../../../../platform/context.ts'
          import { bookPayment as book, readReceivables } from '../../../ledger/index.ts'
          const bookPayment = async ({ app, actor, accountId }, booking) => {
            const alone = () => inAccount(app, { requestId: 'apart', ip: null }, actor, accountId, (ctx) => book(ctx, booking))
            setTimeout(() => alone().catch(() => {}), 200)
          }`,
      },
    ],
    failpoint: 'settle.after_commit',
    story: 'payByCard',
    notices: /^I12 a confirmed payment is booked/,
  },
  'an answer goes out before the commit': {
    changes: [
      {
        file: 'platform/http/mount.ts',
        from: `await inTransaction(app, caller, ANONYMOUS, async (base) => {
        const ctx = await authorize(base, route.access, facts)
        return entry.handle!(ctx as never, parsed() as never)
      })`,
        to: `await new Promise((tell, fail) => {
        inTransaction(app, caller, ANONYMOUS, async (base) => {
          const ctx = await authorize(base, route.access, facts)
          tell(await entry.handle!(ctx, parsed()))
          await new Promise((resolve) => setTimeout(resolve, 1000))
        }).catch(fail)
      })`,
      },
    ],
    failpoint: 'reply.sent',
    story: 'recordCheque',
    notices: /^payment: .* stands as nothing/,
  },
}
