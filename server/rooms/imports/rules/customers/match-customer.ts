/** A customer that a file may refer to: an existing one, or one that an earlier row adds. */
export interface Candidate {
  readonly id: string
  readonly shortName: string
  readonly by: 'email' | 'short_name' | 'company_name'
}

export type Matched<C> =
  | { readonly ok: true; readonly customer: C | null }
  | { readonly ok: false; readonly target: 'name' | 'email'; readonly error: string }

const found = <C>(customer: C | null): Matched<C> => ({ ok: true, customer })

function split<C extends Candidate>(candidates: readonly C[]) {
  const of = (by: Candidate['by']) => [
    ...new Map(candidates.filter((c) => c.by === by).map((c) => [c.id, c])).values(),
  ]
  const byEmail = of('email')
  const byName = of('short_name')
  const both = byEmail.filter((one) => byName.some((other) => other.id === one.id))
  return { byEmail, byName, both, byCompany: of('company_name') }
}

const SEVERAL_NAMES = 'Several customers have this name. Add an email address.'
const SEVERAL_EMAILS = 'Several customers have this email address. Add a name.'

/**
 * Matches the customer of a customer row by email address, or else by name. Refuses to guess when the two
 * match different customers, or several.
 */
export function matchCustomer<C extends Candidate>(candidates: readonly C[]): Matched<C> {
  const { byEmail, byName, both } = split(candidates)
  if (both.length === 1) return found(both[0]!)
  if (both.length > 1)
    return { ok: false, target: 'email', error: 'Several customers have this name and email address.' }
  if (byEmail.length > 1) return { ok: false, target: 'email', error: SEVERAL_EMAILS }
  if (byEmail.length === 1 && byName.length > 0)
    return {
      ok: false,
      target: 'email',
      error: `This email address belongs to ${byEmail[0]!.shortName}, but the name to another customer.`,
    }
  if (byEmail.length === 1) return found(byEmail[0]!)
  if (byName.length > 1) return { ok: false, target: 'name', error: SEVERAL_NAMES }
  return found(byName[0] ?? null)
}

/**
 * Matches the customer of an invoice. The name takes precedence over the address, which is often a person's;
 * a company name matches too.
 */
export function matchInvoiced<C extends Candidate>(candidates: readonly C[]): Matched<C> {
  const { byEmail, byName, both, byCompany } = split(candidates)
  for (const named of [both, byName, byCompany]) {
    if (named.length === 1) return found(named[0]!)
    if (named.length > 1) {
      const narrowed = named.filter((one) => byEmail.some((other) => other.id === one.id))
      return narrowed.length === 1 ? found(narrowed[0]!) : { ok: false, target: 'name', error: SEVERAL_NAMES }
    }
  }
  return byEmail.length > 1
    ? { ok: false, target: 'email', error: SEVERAL_EMAILS }
    : found(byEmail[0] ?? null)
}
