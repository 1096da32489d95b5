/** Answer of a processor, in the address of the settings. */
export interface ConnectionAnswer {
  provider?: string | undefined
  code?: string | undefined
  scope?: string | undefined
  state?: string | undefined
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const readConnectionAnswer = (search: Record<string, unknown>): ConnectionAnswer => ({
  provider: textOf(search.provider),
  code: textOf(search.code),
  scope: textOf(search.scope),
  state: textOf(search.state),
})
