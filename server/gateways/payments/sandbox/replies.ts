import { asDate } from '../../../platform/clock.ts'
import { failed, type Outcome } from '../port.ts'
import type { Books } from './books.ts'

/** Answer to a keyed call. `first` is true for the call that did the work. */
export interface KeyedReply<T> {
  readonly first: boolean
  readonly outcome: Outcome<T>
}

/**
 * Runs `work` once per key. A repetition with the same values gets the first answer, one with others a
 * conflict. A concurrent call waits for the first one. A call that came too early changed nothing, so its key
 * stays free.
 */
export async function oncePerKey<T>(
  books: Books,
  key: string,
  requestHash: Buffer,
  work: () => Promise<Outcome<T>>,
): Promise<KeyedReply<T>> {
  const mine = await books.db
    .insertInto('sandbox_replies')
    .values({
      account_id: books.accountId,
      idempotency_key: key,
      request_hash: requestHash,
      reply: null,
      created_at: asDate(books.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('idempotency_key')
    .executeTakeFirst()
  if (mine) {
    const outcome = await work()
    if (!outcome.ok && outcome.error.kind === 'wrong_state') await forget(books, key)
    else await keep(books, key, outcome)
    return { first: true, outcome }
  }
  return { first: false, outcome: await firstAnswer<T>(books, key, requestHash) }
}

async function keep(books: Books, key: string, outcome: Outcome<unknown>): Promise<void> {
  await books.db
    .updateTable('sandbox_replies')
    .set({
      reply: JSON.stringify(outcome, (_, value) => (typeof value === 'bigint' ? value.toString() : value)),
    })
    .where('account_id', '=', books.accountId)
    .where('idempotency_key', '=', key)
    .execute()
}

async function forget(books: Books, key: string): Promise<void> {
  await books.db
    .deleteFrom('sandbox_replies')
    .where('account_id', '=', books.accountId)
    .where('idempotency_key', '=', key)
    .execute()
}

async function firstAnswer<T>(books: Books, key: string, requestHash: Buffer): Promise<Outcome<T>> {
  const row = await books.db
    .selectFrom('sandbox_replies')
    .select(['request_hash', 'reply'])
    .where('account_id', '=', books.accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
  if (!row.request_hash.equals(requestHash))
    return failed({ kind: 'conflict', code: 'key_reused', raw: null })
  return JSON.parse(JSON.stringify(row.reply), (name, value) =>
    name === 'minor' ? BigInt(value) : value,
  ) as Outcome<T>
}
