import type { Adapter, AdapterPayload } from 'oidc-provider'

const kept = new Map<string, AdapterPayload>()

/** Stores a simulated provider's state in memory. */
export class MemoryAdapter implements Adapter {
  readonly #kind: string
  constructor(kind: string) {
    this.#kind = kind
  }
  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    kept.set(this.#key(id), payload)
  }
  async find(id: string): Promise<AdapterPayload | undefined> {
    return kept.get(this.#key(id))
  }
  async findByUserCode(): Promise<undefined> {
    return undefined
  }
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...kept].find(([key, { uid: one }]) => key.startsWith(`${this.#kind} `) && one === uid)?.[1]
  }
  async consume(id: string): Promise<void> {
    const payload = kept.get(this.#key(id))
    if (payload) payload.consumed = Math.floor(Date.now() / 1000)
  }
  async destroy(id: string): Promise<void> {
    kept.delete(this.#key(id))
  }
  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key)
  }
  #key(id: string): string {
    return `${this.#kind} ${id}`
  }
}
