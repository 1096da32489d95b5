/** A replacement in a source file of the product. */
interface Change {
  /** Path relative to server/. */
  readonly file: string
  readonly from: string
  readonly to: string
}

/** A bug that shows only when a process ends at a certain failpoint. */
export interface CrashBug {
  readonly changes: readonly Change[]
  readonly failpoint: string
  readonly scenario: 'payByCard' | 'recordCheck'
  /** Matches a breach that the bug causes. */
  readonly detectedAs: RegExp
}

/** Prints request bodies to standard error. Injected together with each of the other bugs. */
export const LEAK_BUG: { readonly changes: readonly Change[]; readonly detectedAs: RegExp } = {
  changes: [
    {
      file: 'platform/http/mount.ts',
      from: 'const result = await handle()',
      to: `console.error('request body', JSON.stringify(parsed()))
        const result = await handle()`,
    },
  ],
  detectedAs: /^a password in the server’s standard error: request body [^“]+\[a password\]/,
}

/**
 * Bugs that are injected into the product's modules while they are loaded. The product has no switch for
 * them.
 */
export const BUGS: Readonly<Record<string, CrashBug>> = {
  'an interrupted call is treated as a failed one': {
    changes: [
      {
        file: 'rooms/payments/actions/reconcile/check-payment.ts',
        from: 'const outcome = await resolveAtProcessor(uow.app, processor, payment)',
        to: 'const outcome = { ok: true, value: null }',
      },
    ],
    failpoint: 'provider.after',
    scenario: 'payByCard',
    detectedAs: /^attempt: .* is rejected/,
  },
  'a payment is confirmed in one transaction and booked in another': {
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
    scenario: 'payByCard',
    detectedAs: /^a confirmed payment is booked/,
  },
  'a response is sent before the commit': {
    changes: [
      {
        file: 'platform/http/mount.ts',
        from: `return inTransaction(app, caller, ANONYMOUS, async (base) => {
    const ctx = await authorizeIn(base)
    const result = await handle!(ctx as never, parsed() as never)
    await keep?.(ctx as Ctx, result)
    return result
  })`,
        to: `return new Promise((respond, fail) => {
    inTransaction(app, caller, ANONYMOUS, async (base) => {
      const ctx = await authorizeIn(base)
      respond(await handle!(ctx, parsed()))
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }).catch(fail)
  })`,
      },
    ],
    failpoint: 'reply.sent',
    scenario: 'recordCheck',
    detectedAs: /^payment: .* is missing/,
  },
}
