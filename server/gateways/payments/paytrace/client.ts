import { type Connection, failed, type Outcome, type ProcessorError, succeeded } from '../port.ts'
import { type Posted, post } from './post.ts'
import { refusalOf } from './refusals.ts'
import { type PayTraceReply, replyShape } from './reply.ts'
import { Sessions } from './session.ts'

/** Calls PayTrace in the name of a connection. */
export interface PayTraceClient {
  /**
   * `write`: the call may have had an effect when its answer is lost. A session that has ended is renewed once. Refusals are
   * errors of the outcome.
   */
  call(
    connection: Connection,
    kind: 'read' | 'write',
    path: string,
    body: object,
  ): Promise<Outcome<PayTraceReply>>
}

export function createPayTraceClient(apiUrl: string): PayTraceClient {
  const sessions = new Sessions(apiUrl)
  return {
    async call(connection, kind, path, body) {
      const integrator = connection.credentials?.keys?.integrator_id ?? ''
      const send = (token: string): Promise<Posted> =>
        post(
          `${apiUrl}/v1/${path}`,
          { ...body, integrator_id: integrator },
          { authorization: `Bearer ${token}` },
        )
      const session = await sessions.find(connection)
      if (!session.ok) return endedIfRefused(session)
      const first = await send(session.value)
      if (!first.ok || first.status !== 401) return readAnswer(first, kind)
      const renewed = await sessions.renew(connection, session.value)
      return renewed.ok ? readAnswer(await send(renewed.value), kind) : endedIfRefused(renewed)
    },
  }
}

/** The password that connected the business opens no session any more, so that it has to connect again. */
const endedIfRefused = ({ error }: Extract<Outcome<string>, { ok: false }>): Outcome<never> =>
  failed(error.kind === 'auth' ? { ...error, kind: 'not_connected' } : error)

function readAnswer(answer: Posted, kind: 'read' | 'write'): Outcome<PayTraceReply> {
  const lost: ProcessorError['kind'] = kind === 'read' ? 'unavailable' : 'unknown_outcome'
  if (!answer.ok)
    return failed({ kind: answer.isUnreached ? 'unavailable' : lost, code: answer.reason, raw: null })
  const { status, body, retryAfterMs } = answer
  const raw = { status }
  if (status === 401) return failed({ kind: 'auth', code: 'invalid_token', raw })
  if (status === 429)
    return failed({
      kind: 'rate_limited',
      code: 'too_many_calls',
      raw,
      ...(retryAfterMs !== null && { retryAfterMs }),
    })
  const read = replyShape.safeParse(body)
  if (status >= 500 || !read.success) return failed({ kind: lost, code: `http_${status}`, raw })
  return read.data.success ? succeeded(read.data) : failed(refusalOf(read.data, status))
}
