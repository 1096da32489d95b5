import { type Connection, type PaymentProcessor, type Period, succeeded } from '../port.ts'
import { firmKeyOf } from './accounts.ts'
import { paymentOf, refundOf } from './charge-facts.ts'
import type { LawPayApi } from './lawpay-api.ts'

const PAGE_SIZE = '100'

/** Lists our charges and refunds. What the firm takes at LawPay without us is none of our ledger's. */
export const listings = (api: LawPayApi): Pick<PaymentProcessor, 'listPayments' | 'listRefunds'> => ({
  async listPayments(connection, period, after) {
    const listed = await api.listCharges(firmKeyOf(connection), pageOf(period, after))
    if (!listed.ok) return listed
    const ours = listed.value.results.filter(({ data }) => data?.quittance_account === connection.accountId)
    return succeeded({ items: ours.map((charge) => paymentOf(charge)), next: nextOf(listed.value) })
  },
  async listRefunds(connection, period, after) {
    const key = firmKeyOf(connection)
    const listed = await api.listRefunds(key, pageOf(period, after))
    if (!listed.ok) return listed
    const ours = []
    for (const refund of listed.value.results) {
      // A refund doesn't carry the data of its charge.
      const charge = refund.reference ? await api.readCharge(key, refund.charge_id) : null
      if (charge && !charge.ok) return charge
      if (charge && isOurs(connection, charge.value.data)) ours.push(refundOf(refund))
    }
    return succeeded({ items: ours, next: nextOf(listed.value) })
  },
})

const isOurs = ({ accountId }: Connection, data: Readonly<Record<string, unknown>> | null | undefined) =>
  data?.quittance_account === accountId

const pageOf = ({ fromMs, toMs }: Period, after: string | null) => ({
  start_date: new Date(fromMs).toISOString(),
  end_date: new Date(toMs).toISOString(),
  page_size: PAGE_SIZE,
  page: after ?? '1',
})

const nextOf = ({ page, total_pages }: { page: number; total_pages: number }): string | null =>
  page < total_pages ? String(page + 1) : null
