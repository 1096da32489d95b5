/** Turned on; or turned off by the customer, by staff, or with the removed method. */
export type AutoPaymentsChange = 'on' | 'customer' | 'staff' | 'method_removed'

interface Texts {
  readonly subject: string
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: string[]
}

/** Writes a text in the language of the mail, as the server's Translator does. */
type Write = (message: string, args?: Readonly<Record<string, string>>) => string

/** Email texts for turning automatic payments of a method ('Visa •••• 4242') on or off. */
export function autoPaymentsText(
  change: AutoPaymentsChange,
  company: string,
  method: string,
  t: Write,
): Texts {
  const off = {
    preheader: t('{method} is no longer charged automatically.', { method }),
    heading: t('Automatic payments are off'),
  }
  switch (change) {
    case 'on':
      return onText(company, method, t)
    case 'customer':
      return {
        ...off,
        subject: t('Automatic payments to {company} are off', { company }),
        paragraphs: [
          t(
            'As you asked, {company} no longer charges {method} automatically. Please pay your invoices by their due dates.',
            { company, method },
          ),
          t(
            'You can turn automatic payments back on in the portal. If you didn’t ask for this, reply to this email.',
          ),
        ],
      }
    case 'staff':
      return {
        ...off,
        subject: t('{company} turned your automatic payments off', { company }),
        paragraphs: [
          t(
            '{company} turned off your automatic payments. {method} is no longer charged automatically. Please pay your invoices by their due dates.',
            { company, method },
          ),
          t('You can turn automatic payments back on in the portal.'),
        ],
      }
    case 'method_removed':
      return {
        ...off,
        subject: t('Automatic payments to {company} are off', { company }),
        paragraphs: [
          t(
            '{method} was removed from your payment methods, so automatic payments are off. Please pay your invoices by their due dates.',
            { method },
          ),
          t(
            'You can turn them on for another method in the portal. If you didn’t remove it, reply to this email.',
          ),
        ],
      }
  }
}

const onText = (company: string, method: string, t: Write): Texts => ({
  subject: t('Automatic payments to {company} are on', { company }),
  preheader: t('{method} pays your invoices on their due dates.', { method }),
  heading: t('Automatic payments are on'),
  paragraphs: [
    t('{company} will charge {method} on each invoice’s due date. We’ll email you before each charge.', {
      company,
      method,
    }),
    t(
      'To stop, open Payment Methods in the portal and turn off “Pay invoices automatically”. If you didn’t turn it on, do that now or reply to this email.',
    ),
  ],
})
