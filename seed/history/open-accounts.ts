import { COMMAND, COMMAND_CALLER } from '../../server/main/commands/command.ts'
import { hashPassword } from '../../server/platform/auth/password-hashing.ts'
import type { App } from '../../server/platform/context.ts'
import { inTransaction, nextId } from '../../server/platform/context.ts'
import { openAccount } from '../../server/rooms/accounts/index.ts'
import { createUser } from '../../server/rooms/identity/index.ts'
import { DEMO_PASSWORD } from '../demo/demo-company.ts'

/**
 * Opens `count` companies, each with an owner who logs in with the demo's password. Returns their account
 * ids.
 */
export async function openHistoryAccounts(app: App, count: number): Promise<string[]> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const accounts: string[] = []
  for (let number = 1; number <= count; number++)
    accounts.push(
      await inTransaction(app, COMMAND_CALLER, COMMAND, async (ctx) => {
        const id = nextId(ctx)
        const mark = id.slice(-12)
        const owner = await createUser(ctx, {
          email: `owner-${mark}@history.test`,
          passwordHash,
          firstName: 'Dana',
          lastName: 'Whitfield',
          emailVerified: true,
          homeAccountId: id,
        })
        if (owner === null) throw new Error(`owner-${mark}@history.test is taken`)
        await openAccount(ctx, {
          id,
          ownerId: owner.id,
          subDomain: `history-${mark}`,
          settings: { account_type: 'local', system_enabled: true },
          company: { name: `History ${number}`, email: `billing@history-${mark}.test` },
        })
        return id
      }),
    )
  return accounts
}
