import { createHmac, randomBytes } from 'node:crypto'
import type { Books, Wire } from './books.ts'
import { type Answered, type Call, notFound, one } from './call.ts'
import { select } from './fields.ts'
import { Refusal } from './refusal.ts'

export interface SignedMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The firm's webhooks: pending until their secret was confirmed, and gone when they expire. */
export class Webhooks {
  readonly #books: Books
  readonly #now: () => number
  /** Handshakes that were sent. */
  readonly handshakes: SignedMessage[] = []

  constructor(books: Books, now: () => number) {
    this.#books = books
    this.#now = now
  }

  list = (): Wire[] => this.#books.list('webhooks')

  answer(call: Call, id: string | undefined, part: string | undefined): Answered {
    if (id === undefined) {
      if (call.method === 'POST') return this.#create(call)
      return { status: 200, value: { data: this.list().map((row) => select(row, call.query.get('fields'))) } }
    }
    const found = this.#books.find('webhooks', Number(id)) // not money: an id
    if (!found || Date.parse(String(found.expires_at)) <= this.#now()) throw notFound() // the simulator's own clock
    if (part === 'activate' && call.method === 'PUT') return this.#activate(found, call)
    if (call.method === 'DELETE') {
      this.#books.remove('webhooks', found.id)
      return { status: 204 }
    }
    if (call.method !== 'PATCH') return one(found, call)
    const changes = call.body.data as Record<string, unknown>
    const changed = this.#books.put('webhooks', { ...found, ...changes })
    return { status: 200, value: { data: select(changed, call.query.get('fields')) } }
  }

  #create({ body, query }: Call): Answered {
    const data = body.data as {
      url?: string
      model?: string
      fields?: string
      expires_at?: string
      events?: unknown
    }
    if (!data?.url || !data.model || !data.fields)
      throw new Refusal(422, 'ValidationError', 'url, model and fields are required')
    if (!/^https:|^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(data.url))
      throw new Refusal(422, 'ValidationError', 'Only https URLs are accepted')
    const made = this.#books.put('webhooks', {
      ...data,
      status: 'pending',
      shared_secret: randomBytes(24).toString('hex'),
    })
    this.handshakes.push({
      url: data.url,
      headers: { 'content-type': 'application/json', 'x-hook-secret': String(made.shared_secret) },
      body: JSON.stringify({ data: { webhook_id: made.id } }),
    })
    return { status: 201, value: { data: select(made, query.get('fields')) } }
  }

  #activate(found: Wire, { headers }: Call): Answered {
    if (headers['x-hook-secret'] !== found.shared_secret)
      throw new Refusal(422, 'ValidationError', 'The secret is wrong')
    this.#books.put('webhooks', { ...found, status: 'enabled' })
    return { status: 200, value: { data: { id: found.id, etag: found.etag } } }
  }

  /** Signs a message about a record, as every enabled webhook of its model gets it. */
  sign(
    model: 'bill' | 'contact',
    event: 'created' | 'updated' | 'deleted',
    record: { id: number; etag: string },
  ): SignedMessage[] {
    // not money: an id
    return this.list()
      .filter((hook) => hook.model === model && hook.status === 'enabled')
      .map((hook) => {
        const body = JSON.stringify({
          data: { id: record.id, etag: record.etag },
          meta: { event, webhook_id: hook.id },
        })
        const signature = createHmac('sha256', String(hook.shared_secret)).update(body).digest('hex')
        return {
          url: String(hook.url),
          headers: { 'content-type': 'application/json', 'x-hook-signature': signature },
          body,
        }
      })
  }
}
