import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../../../../contract/index.ts'
import { checkFormField } from '../../../../../domain/parsing/form-fields.ts'
import { writeOffInvoice } from '../../../invoices/index.ts'
import { cardForm, eCheckForm, payLinkOf, paymentsFixture } from '../../testing.ts'
import { removeMethod } from '../methods/remove-method.ts'
import { describeOption } from './describe-option.ts'
import { offerOptions } from './offer-options.ts'
import { payInvoice } from './pay-invoice.ts'

const payments = paymentsFixture()

const settings = (set: Record<string, unknown>) =>
  payments.tenant.run((ctx) =>
    ctx.db
      .updateTable('accounts')
      .set(set as never)
      .where('account_id', '=', ctx.accountId)
      .execute(),
  )

describe('payment options', () => {
  it('are a card, an e-check and PayPal, with their balance and fields', async () => {
    await settings({ card_surcharge_ppm: 29_000, e_check_surcharge_ppm: 0 })
    const { uow, ...invoice } = await payments.open()
    const options = await offerOptions(uow, invoice.invoiceId)
    z.array(contract.payments.options.reply.element).parse(options)
    expect(options).toMatchObject([
      {
        type: 'credit_card',
        provider: 'sandbox',
        url: `/api/invoices/${invoice.invoiceId}/payment-options/sandbox-card/`,
        currency: 'USD',
        invoice_balance: '100.00',
        balance: '100.00',
        surcharge_percentage: '2.9',
        partial_allowed: true,
        company_logo: null,
        extra_data: { invoice_id: invoice.invoiceId, installment_id: null, sandbox: true },
      },
      {
        type: 'e_check',
        url: `/api/invoices/${invoice.invoiceId}/payment-options/sandbox-e-check/`,
        surcharge_percentage: '0',
      },
      {
        type: 'paypal',
        url: `/api/invoices/${invoice.invoiceId}/payment-options/sandbox-paypal/`,
        surcharge_percentage: '0',
        client_id: payments.tenant.accountId,
      },
    ])
    expect(options[2]!.fields.map((field) => field.name)).toEqual([
      'amount',
      'surcharge_percentage',
      'store_method',
      'request_id',
    ])
    expect(options[0]!.fields.map((field) => field.name)).toEqual([
      'name_on_card',
      'number',
      'expiration_month',
      'expiration_year',
      'cvc',
      'amount',
      'surcharge_percentage',
      'store_method',
      'enable_auto_payments',
      'request_id',
    ])
  })

  it('return each field by name', async () => {
    const { uow, ...invoice } = await payments.open()
    const card = await describeOption(uow, invoice.invoiceId, 'sandbox-card')
    contract.payments.describeOption.reply.parse(card)
    expect(card.name).toBe('Credit card')
    const { POST } = card.actions
    expect(POST.amount).toMatchObject({
      label: 'Amount',
      required: true,
      type: 'decimal',
      min_value: '0.01',
      max_value: '100.00',
      initial: '100.00',
    })
    expect(POST.expiration_month!.choices!.map((one) => one.value)).toEqual(
      '01 02 03 04 05 06 07 08 09 10 11 12'.split(' '),
    )
    const years = POST.expiration_year!.choices!.map((one) => one.value)
    expect([years.length, years[0], years.at(-1)]).toEqual([10, '2026', '2035'])
    const bank = await describeOption(uow, invoice.invoiceId, 'sandbox-e-check')
    expect(Object.keys(bank.actions.POST)).toEqual([
      'account_holder',
      'routing_number',
      'account_number',
      'account_type',
      'amount',
      'surcharge_percentage',
      'store_method',
      'enable_auto_payments',
      'request_id',
    ])
    const described = Object.entries(card.actions.POST).map(([name, field]) => ({ name, ...field }))
    const body = cardForm('1.00') as Record<string, unknown>
    for (const field of described)
      expect([field.name, checkFormField(field, body[field.name] ?? '')]).toEqual([field.name, null])
  })

  it('account for payments under way', async () => {
    const { uow, ...invoice } = await payments.open()
    await payInvoice(uow, {
      invoiceId: invoice.invoiceId,
      optionId: 'sandbox-e-check',
      body: eCheckForm('40.00'),
    })
    const [card] = await offerOptions(uow, invoice.invoiceId)
    expect(card).toMatchObject({ invoice_balance: '60.00', balance: '60.00' })
    await payInvoice(uow, {
      invoiceId: invoice.invoiceId,
      optionId: 'sandbox-e-check',
      body: eCheckForm('60.00'),
    })
    expect(await offerOptions(uow, invoice.invoiceId)).toEqual([])
  })

  it('state whether a partial payment is allowed', async () => {
    await settings({ partial_payments: false })
    const { uow, ...invoice } = await payments.open()
    expect((await offerOptions(uow, invoice.invoiceId)).map((option) => option.partial_allowed)).toEqual([
      false,
      false,
      false,
    ])
  })

  it('are empty when the invoice or the account takes no payment', async () => {
    const { uow, ...invoice } = await payments.open()
    await payments.tenant.run((ctx) => writeOffInvoice(ctx, invoice.invoiceId, ''))
    expect(await offerOptions(uow, invoice.invoiceId)).toEqual([])
    await expect(describeOption(uow, invoice.invoiceId, 'sandbox-card')).rejects.toMatchObject({
      code: 'invoice_not_payable',
    })
    const closed = await payments.open()
    await settings({ is_active: false })
    expect(await offerOptions(closed.uow, closed.invoiceId)).toEqual([])
  })

  it('are hidden from other customers', async () => {
    const [mine, other] = [await payments.open(), await payments.open()]
    for (const uow of [mine.uow, payments.tenant.uow(payLinkOf(payments.app, mine))]) {
      await expect(offerOptions(uow, other.invoiceId)).rejects.toMatchObject({
        code: 'invoice_unknown',
      })
      await expect(describeOption(uow, other.invoiceId, 'sandbox-card')).rejects.toMatchObject({
        code: 'invoice_unknown',
      })
    }
    for (const option of ['paypal-paypal', 'x', 'stored-1', `stored-${mine.invoiceId}`])
      await expect(describeOption(mine.uow, mine.invoiceId, option)).rejects.toMatchObject({
        code: 'not_found',
      })
  })
})

describe('stored methods', () => {
  async function withStored() {
    const { uow, ...invoice } = await payments.open()
    const body = cardForm('10.00', { store_method: true })
    await payInvoice(uow, { invoiceId: invoice.invoiceId, optionId: 'sandbox-card', body })
    return { invoice, uow }
  }

  it('come first with their display names, each with its own address', async () => {
    const { invoice, uow } = await withStored()
    const [stored, ...others] = await offerOptions(uow, invoice.invoiceId)
    expect(stored).toMatchObject({
      type: 'credit_card',
      provider: 'sandbox',
      display: 'Visa •••• 4242',
      balance: '90.00',
    })
    expect(stored!.url).toBe(
      `/api/invoices/${invoice.invoiceId}/payment-options/stored-${stored!.data!.method}/`,
    )
    expect(stored!.fields.map((field) => field.name)).toEqual([
      'method',
      'amount',
      'surcharge_percentage',
      'enable_auto_payments',
      'request_id',
    ])
    expect(JSON.stringify(stored)).not.toContain('sbm_')
    expect(others.every((option) => option.display === undefined)).toBe(true)
    const described = await describeOption(uow, invoice.invoiceId, `stored-${stored!.data!.method}`)
    expect(described).toMatchObject({
      name: 'Visa •••• 4242',
      actions: { POST: { method: { read_only: true } } },
    })
  })

  it('are shown on a pay link only when it is unlocked', async () => {
    const { invoice, uow } = await withStored()
    const [stored] = await offerOptions(uow, invoice.invoiceId)
    const locked = payments.tenant.uow(payLinkOf(payments.app, invoice))
    expect((await offerOptions(locked, invoice.invoiceId)).map((option) => option.display)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const option = `stored-${stored!.data!.method}`
    await expect(describeOption(locked, invoice.invoiceId, option)).rejects.toMatchObject({
      code: 'code_required',
    })
    const unlocked = payments.tenant.uow(payLinkOf(payments.app, invoice, true))
    expect((await offerOptions(unlocked, invoice.invoiceId))[0]).toMatchObject({ display: 'Visa •••• 4242' })
  })

  it('disappear after removal, here and at the processor', async () => {
    const { invoice, uow } = await withStored()
    const [stored] = await offerOptions(uow, invoice.invoiceId)
    const { method } = stored!.data!
    await expect(removeMethod(uow, invoice.invoiceId, method)).rejects.toMatchObject({ code: 'not_found' })
    await removeMethod(uow, invoice.customer.id, method)
    await expect(removeMethod(uow, invoice.customer.id, method)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await offerOptions(uow, invoice.invoiceId)).some((option) => option.display)).toBe(false)
    const body = { amount: '1.00', request_id: 'removed-method' }
    const paying = payInvoice(uow, { invoiceId: invoice.invoiceId, optionId: `stored-${method}`, body })
    await expect(paying).rejects.toMatchObject({ code: 'not_found' })
    const kept = await payments.tenant.run((ctx) =>
      ctx.db
        .selectFrom('sandbox_methods' as never)
        .selectAll()
        .execute(),
    )
    expect(kept).toEqual([])
  })
})
