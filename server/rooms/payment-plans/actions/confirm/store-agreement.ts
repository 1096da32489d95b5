import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { formatsOf } from '../../../../../domain/mails/formats.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { translatorTo } from '../../../../platform/languages/translate.ts'
import { readCustomer } from '../../../customers/index.ts'
import { storeDocument } from '../../../documents/index.ts'
import { pdfCompanyOf, pdfCustomerOf, readIssuer } from '../../../invoices/index.ts'
import { readDocumentLanguage } from '../../../mail-templates/index.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { settledOf } from '../../rules/present-plan.ts'
import { numbersOf } from '../describe-plan.ts'

export interface StoredAgreement {
  readonly id: string
  readonly name: string
}

/** Stores what a customer agreed to as a PDF, with who, when and from where. */
export async function storeAgreement(ctx: Ctx, plan: PlanWhole): Promise<StoredAgreement> {
  const { row } = plan
  const issuer = await readIssuer(ctx)
  const customer = await readCustomer(ctx, row.customer_id)
  const confirmedOn = dateInZone(row.confirmed_at!.getTime(), issuer.timezone)
  const language = await readDocumentLanguage(ctx, customer.id)
  const t = translatorTo(language)
  const formats = formatsOf(language, issuer.dateFormat, issuer.today)
  const name = `${t('Payment plan')} ${numbersOf(plan).replace(/[/\\]/g, '-')}.pdf`.slice(0, 120)
  const id = await storeDocument(ctx, {
    name: name.endsWith('.pdf') ? name : `${name}.pdf`,
    contents: {
      kind: 'agreement',
      data: {
        company: await pdfCompanyOf(ctx, issuer),
        customer: await pdfCustomerOf(ctx, customer),
        number: numbersOf(plan),
        currency: row.currency as never,
        language,
        dateFormat: issuer.dateFormat,
        createdMs: row.confirmed_at!.getTime(),
        confirmedOn,
        confirmedBy: row.confirmed_by,
        evidence: [
          t('Confirmed by {name} on {date} ({instant})', {
            name: row.confirmed_by,
            date: formats.date(confirmedOn),
            instant: row.confirmed_at!.toISOString(),
          }),
          ...(row.confirmed_ip === null ? [] : [t('IP address {address}', { address: row.confirmed_ip })]),
          ...(row.confirmed_agent === null ? [] : [t('Browser {name}', { name: row.confirmed_agent })]),
        ],
        text: row.agreement_text,
        installments: settledOf(plan)
          .filter(({ openMinor }) => openMinor > 0n)
          .map(({ number, dueOn, openMinor, isDownPayment, feeMinor }) => ({
            number,
            dueOn,
            amountMinor: openMinor,
            isDownPayment,
            feeMinor: feeMinor ?? 0n,
          })),
      },
    },
  })
  return { id, name }
}
