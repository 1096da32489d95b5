import type { FastifyInstance } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { createServer } from '../../server/main/create-server.ts'
import type { App } from '../../server/platform/context.ts'
import type { Database } from '../../server/platform/db/database.ts'
import { openPool } from '../../server/platform/db/pool.ts'

/** A statement as the product sent it. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A request as a browser makes it. */
export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: object
  readonly token?: string
  /** For staff routes without an account in the path. */
  readonly account?: string
  readonly host: string
}

export interface Recorder {
  /** Sends a request and returns its statements and its reply. Throws when it is refused. */
  ask(asked: Asked): Promise<{ statements: Statement[]; body: Record<string, unknown> }>
  /** Runs other work, such as a schedule, and returns its statements. */
  watch(work: (app: App) => Promise<unknown>): Promise<Statement[]>
  close(): Promise<void>
}

const ROWS = /^[\s(]*(select|with|insert|update|delete)\b/i
/** Statements that every transaction begins with and that read no table. */
const SETTINGS = /^\s*select\s+set_config\(/i

const readsRows = ({ text }: Statement): boolean => ROWS.test(text) && !SETTINGS.test(text)

const isJson = ({ headers }: { headers: Record<string, unknown> }): boolean =>
  String(headers['content-type']).startsWith('application/json')

/** The product's server on its own pool, which records each statement. */
export async function recordStatements(app: App, connection: pg.ClientConfig): Promise<Recorder> {
  const opened = openPool(connection, { size: 2 }, () => {})
  let statements: Statement[] = []
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: opened.pool }),
    log: ({ query }) => void statements.push({ text: query.sql, values: query.parameters }),
  })
  const recorded = { ...app, db }
  const server: FastifyInstance = await createServer(recorded, { pages: false })
  await server.ready()
  return {
    async ask({ method = 'GET', path, body, token, account, host }) {
      statements = []
      const reply = await server.inject({
        method,
        url: path,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(account && { 'x-account-id': account }),
          host,
        },
        ...(body && { payload: body }),
      })
      if (reply.statusCode >= 300) throw new Error(`${path}: ${reply.statusCode} ${reply.body.slice(0, 200)}`)
      return { statements: statements.filter(readsRows), body: isJson(reply) ? reply.json() : {} }
    },
    async watch(work) {
      statements = []
      await work(recorded)
      return statements.filter(readsRows)
    },
    async close() {
      await server.close()
      await opened.close()
    },
  }
}
