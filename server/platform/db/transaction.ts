import { type ConnectionProvider, type DatabaseConnection, type KyselyProps, Transaction } from 'kysely'
import type { Database, Db, Tx } from './database.ts'

/** What PostgreSQL answers to every statement behind the one that failed. */
const TRANSACTION_FAILED = '25P02'

const NEVER_ASKED = { config: {}, driver: {}, dialect: {} }

/**
 * Runs `work` in a transaction. Statements that it asks for at once leave together and are answered in the order in which
 * they were asked: Kysely itself would have each wait for the one before. What is still asked for when `work` is over is
 * refused, so that nothing of a failed branch can run behind the rollback. Whichever branch is heard first, what is thrown
 * is the error of the statement that failed first: those behind it fail only because of it.
 */
export function inOneTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (oneByOne) => {
    const executor = oneByOne.getExecutor()
    const connection = await executor.provideConnection(async (own) => own)
    let over = false
    let first: unknown
    const listening: DatabaseConnection = {
      async executeQuery(query, ...more) {
        try {
          return await connection.executeQuery(query, ...more)
        } catch (error) {
          first ??= error
          throw error
        }
      },
      streamQuery: (...asked) => connection.streamQuery(...asked),
    }
    const atOnce: ConnectionProvider = {
      async provideConnection(ask) {
        if (over) throw new Error('A statement was asked for when its transaction was over.')
        return ask(listening)
      },
    }
    // A transaction is asked for statements only, which need nothing but its executor.
    const props = {
      ...NEVER_ASKED,
      executor: executor.withConnectionProvider(atOnce),
    } as unknown as KyselyProps
    try {
      return await work(new Transaction<Database>(props))
    } catch (error) {
      throw (error as { code?: unknown }).code === TRANSACTION_FAILED ? first : error
    } finally {
      over = true
    }
  })
}
