import { applyRatePpm, divideHalfUp, roundShares, sumMinor } from '../money/money.ts'
import { ONE_UNIT } from '../money/quantity.ts'

/** One line as entered. A negative quantity or price makes a line that reduces the total. */
export type InvoiceLine = {
  /** Ten-thousandths of a unit. */
  quantity: bigint
  unitPriceMinor: bigint
  /** Parts per million off the line's gross. */
  discountPpm: number
  /** Parts per million on the line's net. */
  taxPpm: number
  taxName?: string
}

export type LineTotals = { grossMinor: bigint; discountMinor: bigint; netMinor: bigint; taxMinor: bigint }

export type TaxTotal = { name: string; ratePpm: number; baseMinor: bigint; taxMinor: bigint }

export type InvoiceTotals = {
  lines: LineTotals[]
  /** Sum of the lines' gross. */
  subtotalMinor: bigint
  discountMinor: bigint
  taxMinor: bigint
  /** One row for each tax (name and rate), in the order of first use. A nameless rate of zero is no tax. */
  taxes: TaxTotal[]
  /** Subtotal less discount plus tax. */
  totalMinor: bigint
}

const UNNAMED_TAX = 'Tax'

type TaxGroup = TaxTotal & { members: number[] }

/**
 * Adds up an invoice. Each line's gross and discount are rounded half-up once; each tax is rounded half-up
 * once on the summed net of its lines, then spread over them by largest remainder, so that lines, taxes and
 * total agree.
 */
export function computeInvoiceTotals(lines: readonly InvoiceLine[]): InvoiceTotals {
  const totals = lines.map((line): LineTotals => {
    const grossMinor = divideHalfUp(line.quantity * line.unitPriceMinor, ONE_UNIT)
    const discountMinor = applyRatePpm(grossMinor, line.discountPpm)
    return { grossMinor, discountMinor, netMinor: grossMinor - discountMinor, taxMinor: 0n }
  })
  const groups = groupByTax(lines, totals)
  for (const group of groups) spreadTax(group, totals)
  const subtotalMinor = sumMinor(totals.map((line) => line.grossMinor))
  const discountMinor = sumMinor(totals.map((line) => line.discountMinor))
  const taxMinor = sumMinor(groups.map((group) => group.taxMinor))
  return {
    lines: totals,
    subtotalMinor,
    discountMinor,
    taxMinor,
    taxes: groups.map(({ members: _, ...tax }) => tax),
    totalMinor: subtotalMinor - discountMinor + taxMinor,
  }
}

function groupByTax(lines: readonly InvoiceLine[], totals: readonly LineTotals[]): TaxGroup[] {
  const groups = new Map<string, TaxGroup>()
  for (const [index, line] of lines.entries()) {
    const named = line.taxName?.trim()
    if (line.taxPpm === 0 && !named) continue
    const name = named || UNNAMED_TAX
    const key = `${line.taxPpm} ${name}`
    const group = groups.get(key) ?? { name, ratePpm: line.taxPpm, baseMinor: 0n, taxMinor: 0n, members: [] }
    group.baseMinor += totals[index]?.netMinor ?? 0n
    group.members.push(index)
    groups.set(key, group)
  }
  for (const group of groups.values()) group.taxMinor = applyRatePpm(group.baseMinor, group.ratePpm)
  return [...groups.values()]
}

function spreadTax(group: TaxGroup, totals: LineTotals[]): void {
  const exact = group.members.map((index) => (totals[index]?.netMinor ?? 0n) * BigInt(group.ratePpm))
  const parts = roundShares(group.taxMinor, exact, 1_000_000n)
  for (const [position, index] of group.members.entries()) {
    const line = totals[index]
    if (line) line.taxMinor = parts[position] ?? 0n
  }
}
