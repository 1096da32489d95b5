import { describe, expect, it } from 'vitest'
import { methodsOfCustomer } from '../../store/methods.ts'
import {
  anOpenInvoice,
  balancesOf,
  CARDS,
  cardForm,
  eCheckForm,
  pay,
  paymentsFixture,
  refusalOf,
  sandboxCounts,
} from '../../testing.ts'

const payments = paymentsFixture()

describe('a card payment', () => {
  it('settles the invoice and reports it', async () => {
    const { invoiceId, uow } = await payments.open()
    const paid = await pay(uow, invoiceId, cardForm('100.00'))
    expect(paid).toMatchObject({
      status: 'confirmed',
      status_display: 'Confirmed',
      amount: '100.00',
      surcharge: '0.00',
      total: '100.00',
      currency: 'USD',
      method_display: 'Visa •••• 4242',
      message: 'We have received your payment, thank you!',
      next: null,
      invoice: { pk: invoiceId, remaining: '0.00' },
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
  })

  it('pays a part, then the rest with another card', async () => {
    const { invoiceId, uow } = await payments.open()
    expect(await pay(uow, invoiceId, cardForm('30.10'))).toMatchObject({ invoice: { remaining: '69.90' } })
    expect(await pay(uow, invoiceId, cardForm('69.90', { number: '5555555555554444' }))).toMatchObject({
      method_display: 'Mastercard •••• 4444',
      invoice: { remaining: '0.00' },
    })
  })

  it('reports why the bank declined, and releases the reservation', async () => {
    const { invoiceId, uow } = await payments.open()
    const declined = await refusalOf(pay(uow, invoiceId, cardForm('100.00', { number: CARDS.poor })))
    expect(declined).toMatchObject({ code: 'payment_failed', detail: 'Your card has insufficient funds.' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
    expect(await pay(uow, invoiceId, cardForm('100.00'))).toMatchObject({ status: 'confirmed' })
  })

  it('adds the surcharge once, rounded half up, without settling the invoice with it', async () => {
    await payments.tenant.run((ctx) =>
      ctx.db
        .updateTable('accounts')
        .set({ card_surcharge_ppm: 29_000 })
        .where('account_id', '=', ctx.accountId)
        .execute(),
    )
    const { invoiceId, uow } = await payments.open('99.83')
    const paid = await pay(uow, invoiceId, cardForm('99.83'))
    expect(paid).toMatchObject({
      amount: '99.83',
      surcharge: '2.90',
      total: '102.73',
      invoice: { remaining: '0.00' },
    })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '10273' })
  })

  it('refuses a surcharge that differs from the shown one', async () => {
    const charge = (ppm: number) =>
      payments.tenant.run((ctx) =>
        ctx.db
          .updateTable('accounts')
          .set({ card_surcharge_ppm: ppm })
          .where('account_id', '=', ctx.accountId)
          .execute(),
      )
    await charge(15_000)
    const { invoiceId, uow } = await payments.open('100.00')
    const shown = (percent: string | number | boolean) =>
      cardForm('100.00', { surcharge_percentage: percent })
    await charge(30_000)
    expect(await refusalOf(pay(uow, invoiceId, shown('1.5')))).toMatchObject({ code: 'surcharge_changed' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 0 })
    for (const percent of ['much', '-1', '', 3, true])
      expect(await refusalOf(pay(uow, invoiceId, shown(percent)))).toMatchObject({
        fields: { surcharge_percentage: ['Enter a valid number.'] },
      })
    const form = shown('3')
    expect(await pay(uow, invoiceId, form)).toMatchObject({ surcharge: '3.00', total: '103.00' })
    const again = { ...form, surcharge_percentage: '1.5' }
    expect(await pay(uow, invoiceId, again)).toMatchObject({ surcharge: '3.00', total: '103.00' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1 })
  })

  it('stores the method on request, encrypted, and charges it in a portal session', async () => {
    const { invoiceId, uow, customer } = await payments.open()
    await pay(uow, invoiceId, cardForm('40.00', { store_method: true, enable_auto_payments: true }))
    const [method] = await payments.tenant.run((ctx) => methodsOfCustomer(ctx, customer.id))
    expect(method).toMatchObject({
      brand: 'Visa',
      last4: '4242',
      expirationYear: 2030,
      expirationMonth: 12,
      autoPayments: true,
    })
    const rows = await payments.tenant.run((ctx) => ctx.db.selectFrom('stored_methods').selectAll().execute())
    expect(rows[0]!.provider_token_sealed.toString('latin1')).not.toContain('sbm_')
    const body = { amount: '60.00', request_id: 'stored-method-1', method: method!.id }
    const paid = await pay(uow, invoiceId, body, `stored-${method!.id}`)
    expect(paid).toMatchObject({
      status: 'confirmed',
      method_display: 'Visa •••• 4242',
      invoice: { remaining: '0.00' },
    })
    await pay(
      uow,
      (await payments.tenant.run((ctx) => anOpenInvoice(ctx, '5.00', customer))).invoiceId,
      cardForm('5.00', { store_method: true }),
    )
    expect(await payments.tenant.run((ctx) => methodsOfCustomer(ctx, customer.id))).toHaveLength(1)
  })

  it('does not charge with an encrypted token copied from another method', async () => {
    const { invoiceId, uow, customer } = await payments.open()
    await pay(uow, invoiceId, cardForm('10.00', { store_method: true }))
    await pay(uow, invoiceId, cardForm('10.00', { number: '5555555555554444', store_method: true }))
    const [one, other] = await payments.tenant.run((ctx) => methodsOfCustomer(ctx, customer.id))
    const { charges } = await sandboxCounts(payments.tenant)
    const sealedOf = (id: string) =>
      payments.tenant.run((ctx) =>
        ctx.db
          .selectFrom('stored_methods')
          .select('provider_token_sealed')
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
    const moved = await sealedOf(other!.id)
    await payments.tenant.run((ctx) =>
      ctx.db.updateTable('stored_methods').set(moved).where('id', '=', one!.id).execute(),
    )
    const body = { amount: '20.00', request_id: 'moved-token-1', method: one!.id }
    await expect(pay(uow, invoiceId, body, `stored-${one!.id}`)).rejects.toThrow('changed or moved')
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '80.00', reserved: '0.00' })
  })
})

describe('an e-check', () => {
  it('waits for the bank and keeps the amount reserved', async () => {
    const { invoiceId, uow } = await payments.open()
    const paid = await pay(uow, invoiceId, eCheckForm('100.00'), 'sandbox-e-check')
    expect(paid).toMatchObject({
      status: 'waiting',
      method_display: 'Checking •••• 6789',
      invoice: { remaining: '100.00' },
    })
    expect(paid.message).toContain('bank is clearing')
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
    const again = await refusalOf(pay(uow, invoiceId, cardForm('1.00')))
    expect(again.code).toBe('invoice_not_payable')
  })
})

describe('amounts', () => {
  const corpus: [unknown, string][] = [
    ['', 'This field is required.'],
    [undefined, 'This field is required.'],
    ['NaN', 'Enter a valid number.'],
    ['1e999', 'Enter a valid number.'],
    ['1,00', 'Enter a valid number.'],
    ['-0', 'Enter a valid number.'],
    ['0x10', 'Enter a valid number.'],
    ['Infinity', 'Enter a valid number.'],
    ['١٢', 'Enter a valid number.'],
    [12.5, 'Enter a valid number.'],
    [true, 'Enter a valid number.'],
    ['0', 'The amount should be greater than 0'],
    ['0.00', 'The amount should be greater than 0'],
    ['-5.00', 'The amount should be greater than 0'],
    ['0.001', 'Enter an amount with at most 2 decimals.'],
    ['100.01', 'The amount should not be greater than the balance of 100.00'],
    ['9223372036854775808', 'Amount must be at equal or less than 999999999999.99.'],
  ]

  it('refuses each invalid amount with its own text, and charges nothing', async () => {
    const { invoiceId, uow } = await payments.open()
    for (const [given, text] of corpus) {
      const { amount: _, ...rest } = cardForm('1.00')
      const body = given === undefined ? rest : { ...rest, amount: given as string }
      const refused = await refusalOf(pay(uow, invoiceId, body))
      expect([given, refused.fields?.amount]).toEqual([given, [text]])
    }
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 0 })
  })

  it('accepts only the whole balance without partial payments', async () => {
    await payments.tenant.run((ctx) =>
      ctx.db
        .updateTable('accounts')
        .set({ partial_payments: false })
        .where('account_id', '=', ctx.accountId)
        .execute(),
    )
    const { invoiceId, uow } = await payments.open()
    const part = await refusalOf(pay(uow, invoiceId, cardForm('99.99')))
    expect(part.fields).toEqual({ amount: ['Pay the full balance of 100.00.'] })
    expect(await pay(uow, invoiceId, cardForm('100.00'))).toMatchObject({ status: 'confirmed' })
  })
})

describe('the form', () => {
  it('reports every invalid field, and records nothing', async () => {
    const { invoiceId, uow } = await payments.open()
    const body = {
      amount: '1.00',
      number: '4242424242424241',
      expiration_month: '13',
      expiration_year: '2030',
      extra: 'x',
      request_id: 'short',
    }
    const refused = await refusalOf(pay(uow, invoiceId, body))
    expect(refused.fields).toEqual({
      name_on_card: ['This field is required.'],
      cvc: ['This field is required.'],
      expiration_month: ['Select a valid choice.'],
      request_id: ['Request id must be at least 8 characters.'],
      extra: ['This field is not known.'],
    })
    const wrong = await refusalOf(pay(uow, invoiceId, cardForm('1.00', { number: '4242424242424241' })))
    expect(wrong.fields).toEqual({ number: ['This card number is not valid.'] })
    const old = await refusalOf(
      pay(uow, invoiceId, cardForm('1.00', { expiration_month: '10', expiration_year: '2026' })),
    )
    expect(old.fields).toEqual({ expiration_month: ['This card has expired.'] })
    const bank = await refusalOf(
      pay(uow, invoiceId, eCheckForm('1.00', '12ab', { routing_number: '123456789' }), 'sandbox-e-check'),
    )
    expect(bank.fields).toEqual({
      routing_number: ['The Sandbox only accepts routing number 110000000.'],
      account_number: ['This account number is not valid.'],
    })
    expect(await payments.tenant.run((ctx) => ctx.db.selectFrom('payments').select('id').execute())).toEqual(
      [],
    )
  })
})
