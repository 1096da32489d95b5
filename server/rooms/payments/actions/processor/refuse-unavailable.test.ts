import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { CARDS, cardForm, pay, paymentsFixture, sandboxCounts } from '../../testing.ts'
import { refundPayment } from '../refund/refund-payment.ts'
import { capturePayment } from '../settle/capture-payment.ts'
import { voidPayment } from '../settle/void-payment.ts'

const payments = paymentsFixture()
const PAUSED = { code: 'payments_paused' }
const TO_STAFF = { ...PAUSED, detail: expect.stringMatching(/^This is a restored copy/) }

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client(payments.ownerConfig)
  await client.connect()
  await client.query(statement)
  await client.end()
}
const hold = () => asOwner('insert into outbound_hold (held_at, taken_at) values (now(), now())')
const release = () => asOwner('delete from outbound_hold')
afterEach(release)

it('refuses captures, voids and refunds by staff as paused on a restored copy, without calling a processor', async () => {
  const staff = payments.tenant.uow()
  const authorized = await payments.open()
  const waiting = await pay(
    authorized.uow,
    authorized.invoiceId,
    cardForm('100.00', { number: CARDS.authorized }),
  )
  const { invoiceId, uow } = await payments.open()
  const paid = await pay(uow, invoiceId, cardForm('100.00'))
  const before = await sandboxCounts(payments.tenant)
  const back = { request_id: 'back-1', total: '40.00', total_currency: 'USD', reason: '' }
  await hold()
  await expect(capturePayment(staff, waiting.id)).rejects.toMatchObject(TO_STAFF)
  await expect(voidPayment(staff, waiting.id)).rejects.toMatchObject(PAUSED)
  await expect(refundPayment(staff, paid.id, back)).rejects.toMatchObject(TO_STAFF)
  expect(await sandboxCounts(payments.tenant)).toEqual(before)
  await release()
  expect(await refundPayment(staff, paid.id, back)).toMatchObject({ refunded_amount: '40.00' })
  expect(await capturePayment(staff, waiting.id)).toMatchObject({ status: 'confirmed' })
})
