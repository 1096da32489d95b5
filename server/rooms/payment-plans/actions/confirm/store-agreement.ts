import { dateInZone, formatDate } from '../../../../../domain/dates/calendar.ts'
import { addressLines } from '../../../../../domain/people/postal-address.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readCustomer } from '../../../customers/index.ts'
import { storeDocument } from '../../../documents/index.ts'
import { pdfCompanyOf, readIssuer } from '../../../invoices/index.ts'
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
  const name = `Payment plan ${numbersOf(plan).replace(/[/\\]/g, '-')}.pdf`.slice(0, 120)
  const id = await storeDocument(ctx, {
    name: name.endsWith('.pdf') ? name : `${name}.pdf`,
    contents: {
      kind: 'agreement',
      data: {
        company: await pdfCompanyOf(ctx, issuer),
        customer: {
          name: customer.shortName,
          companyName: customer.companyName,
          addressLines: addressLines({
            addressline1: customer.addressline1,
            addressline2: customer.addressline2,
            addressline3: '',
            addressline4: '',
            city: customer.city,
            state: customer.state,
            postal_code: customer.postalCode,
            country: customer.country,
          }),
        },
        number: numbersOf(plan),
        currency: row.currency as never,
        dateFormat: issuer.dateFormat,
        createdMs: row.confirmed_at!.getTime(),
        confirmedOn,
        confirmedBy: row.confirmed_by,
        evidence: [
          `Confirmed by ${row.confirmed_by} on ${formatDate(confirmedOn, issuer.dateFormat)} (${row.confirmed_at!.toISOString()})`,
          ...(row.confirmed_ip === null ? [] : [`IP address ${row.confirmed_ip}`]),
          ...(row.confirmed_agent === null ? [] : [`Browser ${row.confirmed_agent}`]),
        ],
        text: row.agreement_text,
        installments: settledOf(plan)
          .filter(({ openMinor }) => openMinor > 0n)
          .map(({ number, dueOn, openMinor, isDownPayment }) => ({
            number,
            dueOn,
            amountMinor: openMinor,
            isDownPayment,
          })),
      },
    },
  })
  return { id, name }
}
