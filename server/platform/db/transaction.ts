import { type ConnectionProvider, type DatabaseConnection, type KyselyProps, Transaction } from 'kysely'
import type { Database, Db, Tx } from './database.ts'

/** SQLSTATE of every statement after the one that failed. */
const TRANSACTION_FAILED = '25P02'

const UNUSED_PROPS = { config: {}, driver: {}, dialect: {} }

/**
 * Runs `work` in a transaction. Concurrent statements are sent together and answered in order; Kysely itself
 * would send each after the answer to the previous one. Statements issued after `work` has ended are refused,
 * so that no branch of a failed transaction runs after the rollback. Throws the error of the statement that
 * failed first, because the later ones fail only as a consequence.
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
    // A transaction only runs statements, which need nothing but its executor.
    const props = {
      ...UNUSED_PROPS,
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
