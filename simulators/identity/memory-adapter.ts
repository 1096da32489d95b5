import type { Adapter, AdapterPayload } from 'oidc-provider'

const storage = new Map<string, AdapterPayload>()

/** Stores a simulated provider's state in memory. */
export class MemoryAdapter implements Adapter {
  readonly #kind: string
  constructor(kind: string) {
    this.#kind = kind
  }
  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    storage.set(this.#key(id), payload)
  }
  async find(id: string): Promise<AdapterPayload | undefined> {
    return storage.get(this.#key(id))
  }
  async findByUserCode(): Promise<undefined> {
    return undefined
  }
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...storage].find(([key, { uid: one }]) => key.startsWith(`${this.#kind} `) && one === uid)?.[1]
  }
  async consume(id: string): Promise<void> {
    const payload = storage.get(this.#key(id))
    if (payload) payload.consumed = Math.floor(Date.now() / 1000)
  }
  async destroy(id: string): Promise<void> {
    storage.delete(this.#key(id))
  }
  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of storage) if (payload.grantId === grantId) storage.delete(key)
  }
  #key(id: string): string {
    return `${this.#kind} ${id}`
  }
}
