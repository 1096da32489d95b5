import type { FormRecord, FormValue } from './form.ts'
import { invalidRequest, missingParameter } from './stripe-error.ts'

/** Reads the parameters of one request. */
export class Parameters {
  readonly values: FormRecord
  constructor(values: FormRecord) {
    this.values = values
  }

  has(name: string): boolean {
    return this.values[name] !== undefined
  }

  text(name: string): string | undefined {
    const value = this.values[name]
    if (value === undefined || typeof value === 'string') return value
    throw invalidRequest(`Invalid string: ${name}`, { param: name })
  }

  requireText(name: string): string {
    const value = this.text(name)
    if (value === undefined || value === '') throw missingParameter(name)
    return value
  }

  integer(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    if (!/^-?\d{1,15}$/.test(value))
      throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
    return Number(value)
  }

  requireInteger(name: string): number {
    const value = this.integer(name)
    if (value === undefined) throw missingParameter(name)
    return value
  }

  flag(name: string): boolean {
    const value = this.text(name)
    if (value === undefined || value === '') return false
    if (value === 'true' || value === 'false') return value === 'true'
    throw invalidRequest(`Invalid boolean: ${value}`, { param: name })
  }

  list(name: string): string[] {
    const value = this.values[name]
    if (value === undefined || value === '') return []
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
    throw invalidRequest('Invalid array', { param: name })
  }

  /** Reads a nested object; an absent one is empty. */
  nested(name: string): Parameters {
    const value: FormValue | undefined = this.values[name]
    if (value === undefined || value === '') return new Parameters(Object.create(null))
    if (typeof value === 'object' && !Array.isArray(value)) return new Parameters(value)
    throw invalidRequest('Invalid object', { param: name })
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    const found = values.find((one) => one === value)
    if (found !== undefined) return found
    throw invalidRequest(`Invalid ${name}: must be one of ${values.join(', ')}`, { param: name })
  }

  /** Refuses every parameter that is not named, as Stripe does. */
  allow(...names: readonly string[]): void {
    const unknown = Object.keys(this.values).find((name) => name !== 'expand' && !names.includes(name))
    if (unknown === 'payment_method_types')
      throw invalidRequest(
        'The `payment_method_types` parameter is no longer supported. Use `allowed_payment_method_types` or `automatic_payment_methods` instead.',
        { code: 'payment_method_types_no_longer_supported', param: unknown },
      )
    if (unknown !== undefined)
      throw invalidRequest(`Received unknown parameter: ${unknown}`, {
        code: 'parameter_unknown',
        param: unknown,
      })
  }
}

const MAX_METADATA = { keys: 50, key: 40, value: 500 }

/** Merges `metadata[key]=value`; an empty value removes the key, an empty `metadata` all of them. */
export function readMetadata(
  params: Parameters,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> {
  if (params.values.metadata === '') return {}
  const metadata = { ...before }
  for (const [key, value] of Object.entries(params.nested('metadata').values)) {
    if (typeof value !== 'string')
      throw invalidRequest('Metadata values must be strings.', { param: `metadata[${key}]` })
    if (key.length > MAX_METADATA.key || value.length > MAX_METADATA.value)
      throw invalidRequest('Metadata keys have at most 40 characters and values at most 500.', {
        param: `metadata[${key}]`,
      })
    if (value === '') delete metadata[key]
    else metadata[key] = value
  }
  if (Object.keys(metadata).length > MAX_METADATA.keys)
    throw invalidRequest('Metadata has at most 50 keys.', { param: 'metadata' })
  return metadata
}
