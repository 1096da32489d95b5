import { expect, it } from 'vitest'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { readStoredFile } from '../../../platform/files.ts'
import { aCustomer } from '../../customers/testing.ts'
import { drawStoredDocument } from '../../documents/index.ts'
import { aMailText } from '../../mail-templates/testing.ts'
import { aCreditMemo } from '../testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

const issued = (address: string, fields: Parameters<typeof aCreditMemo>[1] = {}) =>
  tenant.run(async (ctx) => {
    const customer = await aCustomer(ctx, { email: address })
    return aCreditMemo(ctx, { customer: customer.id, reason: 'Broken pallets', ...fields })
  })

const mailsOf = (id: string) =>
  tenant.run((ctx) => ctx.db.selectFrom('mail_messages').selectAll().where('related_id', '=', id).execute())

it('emails a credit memo with its PDF to the customer, once for each request', async () => {
  const customer = await tenant.run((ctx) => aCustomer(ctx, { email: 'pat@payer.test' }))
  const fields = { customer: customer.id, reason: 'Broken pallets', email: true, request_id: 'memo-by-mail' }
  const memo = await tenant.run((ctx) => aCreditMemo(ctx, fields))
  await tenant.run((ctx) => aCreditMemo(ctx, fields))
  const [mail, ...more] = await mailsOf(memo.id)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    kind: 'credit-memos.memo',
    to_address: 'pat@payer.test',
    from_name: 'Brightwater Supply Co.',
    reply_to: 'billing@example.test',
    subject: `Credit memo ${memo.number} from Brightwater Supply Co.: $500.00`,
  })
  expect(mail!.text_body).toContain('Reason: Broken pallets')
  const stored = await tenant.run((ctx) => readStoredFile(ctx, mail!.attachments[0]!.fileId))
  const file = await drawStoredDocument(tenant.uow(), stored!)
  expect(file).toMatchObject({ name: `Credit memo ${memo.number}.pdf`, mediaType: 'application/pdf' })
})

it('sends no email when staff decline it or the customer has no address', async () => {
  const quiet = await issued('pat@payer.test', { email: false })
  const nowhere = await issued('', { email: true })
  expect([...(await mailsOf(quiet.id)), ...(await mailsOf(nowhere.id))]).toEqual([])
})

it('emails the account’s own text', async () => {
  await tenant.run((ctx) => aMailText(ctx, 'credit-memo'))
  const memo = await issued('pat@payer.test', { email: true })
  const [mail] = await mailsOf(memo.id)
  expect(mail!.subject).toMatch(/^Own words for /)
  expect(mail!.text_body).toContain('Reason: Broken pallets')
})
